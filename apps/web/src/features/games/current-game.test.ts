import type { GameUpdate } from '@quizmaster/contract/channels/active-game'
import type { Game } from '@quizmaster/contract/http/games'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { endSession } from '../../platform/session.ts'
import { beginLeaving, followCurrentGame, rememberedGame, takeCallResult, useCurrentGame } from './current-game.ts'
import { buildGame, HOST_ID } from './testing/build-game.ts'

type Reply = (game: Game | null) => Promise<void>
type Handlers = {
  sync: (push: (event: string, payload: object) => Promise<unknown>) => Promise<void>
  events: { game_update: (update: GameUpdate) => void }
}

const channel = vi.hoisted(() => ({ handlers: null as unknown, topic: '' }))
vi.mock('../../platform/realtime/realtime.ts', () => ({
  followTopic: (_service: string, topic: string, handlers: unknown) => {
    Object.assign(channel, { topic, handlers })
    return () => {}
  },
}))

/** The requests that have not been answered, oldest first. */
let asked: Reply[] = []
const handlers = () => channel.handlers as Handlers

function join(): Promise<void> {
  return handlers().sync(
    (event, payload) =>
      new Promise((resolve) => {
        if (event === 'get_watched_game') return resolve({ watched: null })
        expect([event, payload]).toEqual(['get_active_game', { user_id: HOST_ID }])
        asked.push(async (game) => {
          resolve({ game })
          await vi.advanceTimersByTimeAsync(0)
        })
      }),
  )
}

const update = (game: Game | null) => handlers().events.game_update({ game, reason: 'snapshot' })
const present = () => useCurrentGame.getState().game
const reply: Reply = (game) => (asked.shift() as Reply)(game)
const other = (changes: Partial<Game> = {}) => buildGame({ id: '11111111' as Game['id'], ...changes })

beforeEach(async () => {
  vi.useFakeTimers()
  asked = []
  followCurrentGame(HOST_ID)
})
afterEach(() => {
  endSession()
  vi.useRealTimers()
})

async function joinWith(game: Game | null) {
  const joined = join()
  await reply(game)
  await joined
}

test('a removal is remembered for the game that it ended, and forgotten with the next game', async () => {
  await joinWith(buildGame())
  handlers().events.game_update({ game: null, reason: 'player_removed' })
  await reply(null)
  expect(useCurrentGame.getState()).toMatchObject({ game: null, removedId: '48213907' })
  takeCallResult(other())
  expect(useCurrentGame.getState().removedId).toBeNull()
})

test("the player's own channel is joined, and its state is read on joining", async () => {
  expect(channel.topic).toBe('active_game:u-mira')
  expect(present()).toBeUndefined()
  await joinWith(buildGame())
  expect(present()?.id).toBe('48213907')
})

test('no game is null, while an unknown game is undefined', async () => {
  await joinWith(null)
  expect(present()).toBeNull()
})

test('an update of the same game counts only if it is newer', async () => {
  await joinWith(buildGame({ version: 5 }))
  update(buildGame({ version: 5, status: 'running' }))
  update(buildGame({ version: 4, status: 'running' }))
  expect(present()?.status).toBe('pending')
  update(buildGame({ version: 6, status: 'starting' }))
  expect(present()?.status).toBe('starting')
})

test('another game replaces the current one, whatever its version', async () => {
  await joinWith(buildGame({ version: 50 }))
  update(other({ version: 1 }))
  expect(present()?.id).toBe('11111111')
})

test('an update of another, archived game changes nothing', async () => {
  await joinWith(buildGame({ version: 5 }))
  update(other({ version: 9, status: 'archived' }))
  expect(present()?.id).toBe('48213907')
})

test('when the current game is archived it is dropped, and the server is asked for another one', async () => {
  await joinWith(buildGame())
  update(buildGame({ version: 2, status: 'archived' }))
  expect(present()).toBeNull()
  await reply(other())
  expect(present()?.id).toBe('11111111')
})

test('an update without a game may be late, so the server is asked', async () => {
  await joinWith(buildGame())
  update(null)
  expect(present()?.id).toBe('48213907')
  await reply(null)
  expect(present()).toBeNull()
})

test('a state requested before a call returned may be older than its result, and is requested again', async () => {
  await joinWith(null)
  update(null)
  takeCallResult(buildGame())
  await reply(null)
  expect(present()?.id).toBe('48213907')
  await reply(buildGame({ version: 3 }))
  expect(present()?.version).toBe(3)
})

test('a late update of a game that was left for another does not bring it back', async () => {
  await joinWith(other({ version: 3 }))
  takeCallResult(buildGame())
  update(other({ version: 4 }))
  expect(present()?.id).toBe('48213907')
  await reply(buildGame({ version: 2 }))
  expect(present()?.version).toBe(2)
})

test('a rejoin reads the state again, and drops an older one', async () => {
  await joinWith(buildGame({ version: 5, status: 'starting' }))
  await joinWith(buildGame({ version: 4 }))
  expect(present()?.status).toBe('starting')
  await joinWith(buildGame({ version: 9, status: 'running' }))
  expect(present()?.status).toBe('running')
})

test('a player who has left has no game; if leaving fails, they still have it', async () => {
  await joinWith(buildGame())
  beginLeaving().failed()
  expect(useCurrentGame.getState()).toMatchObject({ leftId: null, game: { id: '48213907' } })
  const leaving = beginLeaving()
  expect(useCurrentGame.getState().leftId).toBe('48213907')
  leaving.done()
  expect(present()).toBeNull()
})

test('the last seen game is stored with its status until the game or the session ends', async () => {
  await joinWith(buildGame({ status: 'starting' }))
  expect(JSON.parse(localStorage.getItem('privateGameStateStore') ?? '')).toEqual({
    state: { id: '48213907', status: 'starting' },
    version: 0,
  })
  update(null)
  await reply(null)
  expect(rememberedGame()).toBeNull()
  takeCallResult(buildGame())
  endSession()
  expect(present()).toBeUndefined()
  expect(localStorage.getItem('privateGameStateStore')).toBeNull()
})

test.each([
  '{"state":{"id":5,"status":"pending"},"version":0}',
  '{"state":{"id":"4","status":"odd"},"version":0}',
  'x',
])('stored text that is not a game (%s) counts as absent', async (text) => {
  localStorage.setItem('privateGameStateStore', text)
  vi.resetModules()
  const fresh = await import('./current-game.ts')
  expect(fresh.rememberedGame()).toBeNull()
})
