import type { GameUpdateReason, WatchUpdate } from '@quizmaster/contract/channels/active-game'
import type { StageUpdate } from '@quizmaster/contract/channels/stage'
import type { GameId, PlayerId, StageId, UserId } from '@quizmaster/contract/ids'
import type { GameState } from '@quizmaster/engine/game-state'
import { newGame } from '@quizmaster/engine/lobby'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createViewerBroadcaster } from './broadcast-viewers.ts'
import type { StoredGame } from './game-store.ts'

const STAGE = 'stage' as StageId
const WATCHER = 'watcher' as UserId

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A broadcaster, and what it sends: to whom, and the version shown, or the status while watching is off. */
function buildBroadcaster() {
  const sent: [string, number | string | null][] = []
  const toStages = (ids: readonly StageId[], { game }: StageUpdate) =>
    ids.forEach((id) => void sent.push([id, game?.version ?? null]))
  const toWatcher = (userId: UserId, { watched }: WatchUpdate) =>
    void sent.push([userId, watched && (watched.game?.version ?? watched.status)])
  return { sent, broadcaster: createViewerBroadcaster(toStages, toWatcher, () => 0) }
}

const because = (update: GameUpdateReason | null, ...watchers: UserId[]) => ({ update, watchers })

const LOBBY = newGame(
  { userId: 'host' as UserId, name: 'Host' },
  { gameId: '12345678' as GameId, playerId: 'p1' as PlayerId },
  0,
)

function at(version: number, change: Partial<GameState>): StoredGame {
  return { state: { ...LOBBY, version, ...change }, questions: [] }
}

const staged = { stage: { ids: [STAGE], isIdShown: true, sinceMs: 0 } }
const watched = {
  status: 'running',
  seats: [{ id: 'p2' as PlayerId, userId: WATCHER, name: 'Watcher', sinceMs: 0 }],
} as const

describe.each([
  ['stage', STAGE, staged, { stage: null }],
  ['watcher', WATCHER, watched, { status: 'running', seats: [] }],
] as const)('a %s', (_, id, viewed, left) => {
  test('gets answers and players who come in as one update of the newest state, three times a second at most', () => {
    const { sent, broadcaster } = buildBroadcaster()
    for (let version = 1; version <= 100; version += 1) {
      broadcaster.send(at(version, viewed), because(version % 2 ? 'answer_committed' : 'player_left'))
      vi.advanceTimersByTime(10)
    }
    vi.advanceTimersByTime(1_000)
    expect(sent).toEqual([34, 68, 100].map((version) => [id, version]))
  })

  test('gets a change of phase at once, in place of what is held back', () => {
    const { sent, broadcaster } = buildBroadcaster()
    broadcaster.send(at(3, viewed), because('answer_committed'))
    broadcaster.send(at(4, viewed), because('question_closed'))
    expect(sent).toEqual([[id, 4]])
    vi.advanceTimersByTime(1_000)
    expect(sent).toHaveLength(1)
  })

  test('gets nothing of a game that it has left, not even what was held back', () => {
    const { sent, broadcaster } = buildBroadcaster()
    broadcaster.send(at(3, viewed), because('answer_committed'))
    broadcaster.send(at(4, left), because('settings_changed'))
    broadcaster.send(at(5, left), because('question_closed'))
    vi.advanceTimersByTime(1_000)
    expect(sent).toEqual([])
  })

  test('gets nothing of an older state that is reported after it has left', () => {
    const { sent, broadcaster } = buildBroadcaster()
    broadcaster.send(at(4, left), because('settings_changed'))
    broadcaster.send(at(3, viewed), because('question_closed'))
    broadcaster.send(at(2, viewed), because('answer_committed'))
    vi.advanceTimersByTime(1_000)
    expect(sent).toEqual([])
  })

  test('gets no update that the players do not get', () => {
    const { sent, broadcaster } = buildBroadcaster()
    broadcaster.send(at(3, viewed), because(null))
    vi.advanceTimersByTime(1_000)
    expect(sent).toEqual([])
  })

  test('gets nothing after stop', () => {
    const { sent, broadcaster } = buildBroadcaster()
    broadcaster.send(at(3, viewed), because('answer_committed'))
    broadcaster.stop()
    vi.advanceTimersByTime(1_000)
    expect(sent).toEqual([])
  })
})

test('stages and watchers of one game are sent the same states', () => {
  const { sent, broadcaster } = buildBroadcaster()
  broadcaster.send(at(3, { ...staged, ...watched }), because('answer_committed'))
  vi.advanceTimersByTime(1_000)
  broadcaster.send(at(4, { ...staged, ...watched }), because('question_closed'))
  expect(sent).toEqual([
    [STAGE, 3],
    [WATCHER, 3],
    [STAGE, 4],
    [WATCHER, 4],
  ])
})

test('an archived game tells its stages that they follow none', () => {
  const { sent, broadcaster } = buildBroadcaster()
  broadcaster.send(at(5, { ...staged, status: 'archived' }), because('archived'))
  expect(sent).toEqual([[STAGE, null]])
})

test('a watcher alone is notified at once when their seat changes or is gone', () => {
  const { sent, broadcaster } = buildBroadcaster()
  const other = 'other' as UserId
  broadcaster.send(at(5, watched), because(null, WATCHER))
  broadcaster.send(at(6, watched), because(null, other))
  broadcaster.send(at(7, { status: 'archived', seats: [] }), because('archived', WATCHER))
  expect(sent).toEqual([
    [WATCHER, 5],
    [other, null],
    [WATCHER, null],
  ])
})

test('a watcher whose seat has changed in an older state is made to ask', () => {
  const { sent, broadcaster } = buildBroadcaster()
  broadcaster.send(at(6, watched), because('question_opened'))
  broadcaster.send(at(5, watched), because(null, WATCHER))
  expect(sent).toEqual([
    [WATCHER, 6],
    [WATCHER, null],
  ])
})

test('while watching is off a watcher is notified of changes of phase only', () => {
  const { sent, broadcaster } = buildBroadcaster()
  const off = { ...staged, ...watched, settings: { ...LOBBY.settings, isWatchable: false } } as const
  broadcaster.send(at(3, off), because('answer_committed'))
  vi.advanceTimersByTime(1_000)
  broadcaster.send(at(4, { ...off, status: 'finished' }), because('finished'))
  expect(sent).toEqual([
    [STAGE, 3],
    [STAGE, 4],
    [WATCHER, 'finished'],
  ])
})
