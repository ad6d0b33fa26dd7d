import type { StageUpdate } from '@quizmaster/contract/channels/stage'
import type { GameId, PlayerId, StageId, UserId } from '@quizmaster/contract/ids'
import { newGame } from '@quizmaster/engine/lobby'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createStageBroadcaster } from './broadcast-stage.ts'
import type { StoredGame } from './game-store.ts'

const STAGE = 'stage' as StageId

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function buildGame() {
  const sent: [StageId[], number | null][] = []
  const broadcast = (ids: readonly StageId[], { game }: StageUpdate) =>
    void sent.push([[...ids], game?.version ?? null])
  const host = { userId: 'host' as UserId, name: 'Host' }
  const lobby = newGame(host, { gameId: '12345678' as GameId, playerId: 'p1' as PlayerId }, 0)
  const stage = { ids: [STAGE], isIdShown: true, sinceMs: 0 }
  const at = (version: number, change: Partial<StoredGame['state']> = {}): StoredGame => ({
    state: { ...lobby, stage, version, ...change },
    questions: [],
  })
  return { sent, broadcaster: createStageBroadcaster(broadcast, () => 0), at }
}

test('answers and players who come in are one update of the newest state, three times a second at most', () => {
  const { sent, broadcaster, at } = buildGame()
  for (let version = 1; version <= 100; version += 1) {
    broadcaster.send(at(version), version % 2 ? 'answer_committed' : 'player_joined')
    vi.advanceTimersByTime(10)
  }
  vi.advanceTimersByTime(1_000)
  expect(sent).toEqual([34, 68, 100].map((version) => [[STAGE], version]))
})

test('a change of phase is sent at once and replaces what is held back', () => {
  const { sent, broadcaster, at } = buildGame()
  broadcaster.send(at(3), 'answer_committed')
  broadcaster.send(at(4), 'question_closed')
  expect(sent).toEqual([[[STAGE], 4]])
  vi.advanceTimersByTime(1_000)
  expect(sent).toHaveLength(1)
})

test('an archived game tells its stages that they follow none', () => {
  const { sent, broadcaster, at } = buildGame()
  broadcaster.send(at(5, { status: 'archived' }), 'archived')
  expect(sent).toEqual([[[STAGE], null]])
})

test('a game without stages sends nothing, also of what was held back before it lost them', () => {
  const { sent, broadcaster, at } = buildGame()
  broadcaster.send(at(3), 'answer_committed')
  broadcaster.send(at(4, { stage: null }), 'settings_changed')
  broadcaster.send(at(5, { stage: null }), 'question_closed')
  vi.advanceTimersByTime(1_000)
  expect(sent).toEqual([])
})

test('nothing is sent after stop', () => {
  const { sent, broadcaster, at } = buildGame()
  broadcaster.send(at(3), 'answer_committed')
  broadcaster.stop()
  vi.advanceTimersByTime(1_000)
  expect(sent).toEqual([])
})
