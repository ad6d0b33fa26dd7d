import type { GameUpdate, GameUpdateReason } from '@quizmaster/contract/channels/active-game'
import type { GameId, PlayerId, UserId } from '@quizmaster/contract/ids'
import { step } from '@quizmaster/engine/game'
import { newGame } from '@quizmaster/engine/lobby'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createGameBroadcaster } from './broadcast-game.ts'
import type { ViewerBroadcaster } from './broadcast-viewers.ts'
import type { StoredGame } from './game-store.ts'

const HOST = 'host' as UserId
const GUEST = 'guest' as UserId
const NO_VIEWERS: ViewerBroadcaster = { send: () => undefined, stop: () => undefined }

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function buildGame() {
  const sent: [UserId, GameUpdateReason, number | null][] = []
  const broadcast = (userIds: readonly UserId[], { game, reason }: GameUpdate) => {
    for (const userId of userIds) sent.push([userId, reason, game?.version ?? null])
  }
  const lobby = newGame({ userId: HOST, name: 'Host' }, { gameId: '12345678' as GameId, playerId: 'p1' as PlayerId }, 0)
  const player = { id: 'p2' as PlayerId, userId: GUEST, name: 'Guest' }
  const { state } = step(lobby, [], { type: 'player_joined', player }, 0)
  const at = (version: number): StoredGame => ({ state: { ...state, version }, questions: [] })
  return {
    sent,
    broadcaster: createGameBroadcaster(broadcast, NO_VIEWERS, () => 0),
    at,
  }
}

const updated = (update: GameUpdateReason) => ({ update, leavers: [], watchers: [] })

test('answers given at the same time are one update of the newest state, 250 ms later', () => {
  const { sent, broadcaster, at } = buildGame()
  for (let version = 3; version <= 50; version += 1) broadcaster.send(at(version), updated('answer_committed'))
  expect(sent).toEqual([])
  vi.advanceTimersByTime(250)
  expect(sent).toEqual([
    [HOST, 'answer_committed', 50],
    [GUEST, 'answer_committed', 50],
  ])
  vi.advanceTimersByTime(1_000)
  expect(sent).toHaveLength(2)
})

test('once a hundred games are waiting to send answers, those of further games are sent after 500 ms', () => {
  const { sent, broadcaster, at } = buildGame()
  const { state } = at(3)
  const send = (n: number) =>
    broadcaster.send(
      { state: { ...state, id: String(n) as GameId, version: n }, questions: [] },
      updated('answer_committed'),
    )
  const versions = () => sent.splice(0).flatMap(([userId, , version]) => (userId === HOST ? [version] : []))
  for (let n = 1; n <= 101; n += 1) send(n)
  vi.advanceTimersByTime(250)
  expect(versions()).toEqual(Array.from({ length: 100 }, (_, index) => index + 1))
  send(102)
  vi.advanceTimersByTime(250)
  expect(versions()).toEqual([101, 102])
})

test('any other update is sent at once and replaces one that is held back', () => {
  const { sent, broadcaster, at } = buildGame()
  broadcaster.send(at(3), updated('answer_committed'))
  broadcaster.send(at(4), updated('question_closed'))
  vi.advanceTimersByTime(1_000)
  expect(sent).toEqual([
    [HOST, 'question_closed', 4],
    [GUEST, 'question_closed', 4],
  ])
})

test('a delayed update shows what another process has saved since, and is not sent after the question', () => {
  const { sent, broadcaster, at } = buildGame()
  const openAt = (version: number): StoredGame => {
    const { state, questions } = at(version)
    return { state: { ...state, status: 'running', askedCount: 1, isClosed: false }, questions }
  }
  broadcaster.send(openAt(3), updated('answer_committed'))
  broadcaster.savedElsewhere(openAt(5))
  broadcaster.send(openAt(4), updated('answer_committed'))
  vi.advanceTimersByTime(250)
  expect(sent.splice(0).map(([, , version]) => version)).toEqual([5, 5])
  broadcaster.send(openAt(6), updated('answer_committed'))
  const { state, questions } = openAt(7)
  broadcaster.savedElsewhere({ state: { ...state, isClosed: true }, questions })
  vi.advanceTimersByTime(250)
  expect(sent).toEqual([])
})

test('only the player who left is notified that they are in no game', () => {
  const { sent, broadcaster, at } = buildGame()
  broadcaster.send(at(3), { update: null, leavers: [{ userId: GUEST, reason: 'player_left' }], watchers: [] })
  expect(sent).toEqual([[GUEST, 'player_left', null]])
})

test('an update carries the time of the oldest change in it that had not been sent', () => {
  const times: (number | null)[] = []
  let nowMs = 1_000
  const { at } = buildGame()
  const broadcaster = createGameBroadcaster(
    (_userIds, _update, savedAtMs) => void times.push(savedAtMs),
    NO_VIEWERS,
    () => nowMs,
  )
  broadcaster.send(at(3), updated('answer_committed'))
  nowMs = 1_200
  broadcaster.send(at(4), updated('answer_committed'))
  vi.advanceTimersByTime(250)
  nowMs = 2_000
  broadcaster.send(at(5), updated('question_closed'))
  expect(times).toEqual([1_000, 2_000])
  broadcaster.send(at(6), updated('answer_committed'))
  nowMs = 2_100
  broadcaster.send(at(7), updated('question_closed'))
  expect(times).toEqual([1_000, 2_000, 2_000])
})

test('nothing is sent after stop', () => {
  const { sent, broadcaster, at } = buildGame()
  broadcaster.send(at(3), updated('answer_committed'))
  broadcaster.stop()
  vi.advanceTimersByTime(1_000)
  expect(sent).toEqual([])
})
