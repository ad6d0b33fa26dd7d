import type { GameUpdate, GameUpdateReason } from '@quizmaster/contract/channels/active-game'
import type { GameId, PlayerId, UserId } from '@quizmaster/contract/ids'
import { newGame, step } from '@quizmaster/engine/game'
import type { Effect } from '@quizmaster/engine/step'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { StoredGame } from './games.queries.ts'
import { createRoomTeller } from './tell-room.ts'

const HOST = 'host' as UserId
const GUEST = 'guest' as UserId

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function buildRoom() {
  const told: [UserId, GameUpdateReason, number | null][] = []
  const tell = (userIds: readonly UserId[], { game, reason }: GameUpdate) => {
    for (const userId of userIds) told.push([userId, reason, game?.version ?? null])
  }
  const lobby = newGame({ userId: HOST, name: 'Host' }, { gameId: '12345678' as GameId, playerId: 'p1' as PlayerId }, 0)
  const player = { id: 'p2' as PlayerId, userId: GUEST, name: 'Guest' }
  const { state } = step(lobby, [], { type: 'player_joined', player }, 0)
  const at = (version: number): StoredGame => ({ state: { ...state, version }, questions: [] })
  return { told, teller: createRoomTeller(tell, () => 0), at }
}

const update = (reason: GameUpdateReason): Effect => ({ type: 'publish', reason })

test('answers of one instant make one update, a quarter of a second later, of the newest state', () => {
  const { told, teller, at } = buildRoom()
  for (let version = 3; version <= 50; version += 1) teller.tell(at(version), [update('answer_committed')])
  expect(told).toEqual([])
  vi.advanceTimersByTime(250)
  expect(told).toEqual([
    [HOST, 'answer_committed', 50],
    [GUEST, 'answer_committed', 50],
  ])
  vi.advanceTimersByTime(1_000)
  expect(told).toHaveLength(2)
})

test('what matters is told at once, and takes the place of what was waiting', () => {
  const { told, teller, at } = buildRoom()
  teller.tell(at(3), [update('answer_committed')])
  teller.tell(at(4), [update('question_closed')])
  vi.advanceTimersByTime(1_000)
  expect(told).toEqual([
    [HOST, 'question_closed', 4],
    [GUEST, 'question_closed', 4],
  ])
})

test('a leaver alone is told that they are in no game', () => {
  const { told, teller, at } = buildRoom()
  teller.tell(at(3), [{ type: 'publish', reason: 'player_left', to: GUEST }])
  expect(told).toEqual([[GUEST, 'player_left', null]])
})

test('after the end nothing is told any more', () => {
  const { told, teller, at } = buildRoom()
  teller.tell(at(3), [update('answer_committed')])
  teller.stop()
  vi.advanceTimersByTime(1_000)
  expect(told).toEqual([])
})
