import type { WatchUpdate } from '@quizmaster/contract/channels/active-game'
import type { WatchedGame } from '@quizmaster/contract/http/watch'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { endSession } from '../../../platform/session.ts'
import { buildStageGame, buildWatched } from '../testing/build-watched.ts'
import { beginLeavingSeat, syncWatchedGame, takeWatchCall, takeWatchUpdate, useWatchedGame } from './watched-game.ts'

type Reply = (watched: WatchedGame | null) => Promise<void>

/** The requests that have not been answered, oldest first. */
let asked: Reply[] = []
let gameReads = 0

beforeEach(() => {
  vi.useFakeTimers()
  asked = []
  gameReads = 0
})
afterEach(() => {
  endSession()
  vi.useRealTimers()
})

const push = (event: string) =>
  new Promise((resolve) => {
    expect(event).toBe('get_watched_game')
    asked.push(async (watched) => {
      resolve({ watched } satisfies WatchUpdate)
      await vi.advanceTimersByTimeAsync(0)
    })
  })
const reply: Reply = (watched) => (asked.shift() as Reply)(watched)
const update = (watched: WatchedGame | null) => takeWatchUpdate({ watched }, async () => void (gameReads += 1))
const shown = () => useWatchedGame.getState().watched
const other = () => buildWatched({ id: '11111111' as WatchedGame['id'] })

async function joinWith(watched: WatchedGame | null) {
  const joined = syncWatchedGame(push, false)
  await reply(watched)
  await joined
}

test('the watched game is read on joining; no game is null, while an unknown game is undefined', async () => {
  expect(shown()).toBeUndefined()
  await joinWith(null)
  expect(shown()).toBeNull()
  await joinWith(buildWatched())
  expect(shown()?.id).toBe('48213907')
})

test('a user with a game of their own has no seat, and none is requested', async () => {
  await syncWatchedGame(push, true)
  expect(asked).toEqual([])
  expect(shown()).toBeNull()
})

test('a server that does not know watched games does not prevent the channel from syncing', async () => {
  await syncWatchedGame(() => Promise.reject(new Error('refused: unknown_event')), false)
  expect(shown()).toBeNull()
})

test('an update counts only if it is newer, by the seat and then by the version', async () => {
  await joinWith(buildWatched({ game: buildStageGame({ since: 5, version: 5 }) }))
  const at = (since: number, version: number) => update(buildWatched({ game: buildStageGame({ since, version }) }))
  const version = () => shown()?.game?.version
  at(5, 4)
  expect(version()).toBe(5)
  at(4, 9)
  expect(version()).toBe(5)
  at(5, 6)
  expect(version()).toBe(6)
  at(6, 1)
  expect(version()).toBe(1)
})

test('while watching is off, a finished game does not become running again', async () => {
  await joinWith(buildWatched({ game: null }))
  update(buildWatched({ game: null, status: 'finished' }))
  update(buildWatched({ game: null }))
  expect(shown()?.status).toBe('finished')
})

test('an update of another game may be late, so the server is asked', async () => {
  await joinWith(buildWatched())
  update(other())
  expect(shown()?.id).toBe('48213907')
  await reply(other())
  expect(shown()?.id).toBe('11111111')
})

test('when the seat is gone, the game it may have led to is read first', async () => {
  await joinWith(buildWatched())
  update(null)
  expect([shown()?.id, gameReads]).toEqual(['48213907', 0])
  const readFirst: unknown[] = []
  const stop = useWatchedGame.subscribe(({ watched }) => readFirst.push([watched, gameReads]))
  await reply(null)
  stop()
  expect(readFirst).toEqual([[null, 1]])
})

test('a late message that the seat is gone changes nothing while there is one', async () => {
  await joinWith(buildWatched())
  update(null)
  await reply(buildWatched())
  expect(shown()?.id).toBe('48213907')
  expect(gameReads).toBe(0)
})

test('a state requested before a call returned may be older than its result, and is requested again', async () => {
  await joinWith(null)
  update(null)
  takeWatchCall(buildWatched())
  await reply(null)
  expect(shown()?.id).toBe('48213907')
  await reply(buildWatched())
  expect(shown()?.id).toBe('48213907')
})

test('a seat that was given up is gone, and a late update does not bring it back', async () => {
  await joinWith(buildWatched())
  beginLeavingSeat().done()
  expect(useWatchedGame.getState()).toEqual({ watched: null, leftId: '48213907' })
  update(buildWatched({ game: buildStageGame({ version: 9 }) }))
  await reply(null)
  expect(shown()).toBeNull()
})

test('while a seat is being given up, neither an update nor its end counts as a closed game', async () => {
  await joinWith(buildWatched())
  const leaving = beginLeavingSeat()
  update(buildWatched({ game: buildStageGame({ version: 9 }) }))
  expect(useWatchedGame.getState()).toMatchObject({ watched: { game: { version: 9 } }, leftId: '48213907' })
  update(null)
  await reply(null)
  expect(useWatchedGame.getState()).toEqual({ watched: null, leftId: '48213907' })
  leaving.done()
  expect(useWatchedGame.getState()).toEqual({ watched: null, leftId: '48213907' })
  takeWatchCall(buildWatched())
  expect(useWatchedGame.getState()).toMatchObject({ watched: { id: '48213907' }, leftId: null })
})

test('a seat that could not be given up is kept', async () => {
  await joinWith(buildWatched())
  beginLeavingSeat().failed()
  expect(useWatchedGame.getState()).toMatchObject({ watched: { id: '48213907' }, leftId: null })
})
