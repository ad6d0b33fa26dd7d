import { stageGameSchema } from '@quizmaster/contract/http/stage'
import { expect, test } from 'vitest'
import type { GameState } from './game-state.ts'
import { answerId, GAME_ID, playerId, stageId, START_MS, topicId, userId } from './testing/fixtures.ts'
import {
  after,
  answers,
  asksFor,
  finishedGame,
  leaves,
  lobbyOf,
  OPENED_MS,
  QUESTIONS,
  runningGame,
  startingGame,
  timePasses,
  untimedGame,
} from './testing/events.ts'
import { stageIdsOf, stageViewOf } from './stage-view.ts'

const NOW_MS = START_MS + 123
const STAGE = { ids: [stageId(1)], isIdShown: true, sinceMs: START_MS }

function view(state: GameState) {
  const seen = stageViewOf({ ...state, stage: STAGE }, QUESTIONS, NOW_MS)
  if (seen) expect(stageGameSchema.parse(seen)).toEqual(seen)
  return seen
}

/** Player 1 has answered correctly after 2 s, player 2 wrongly after 3 s, the host not at all. */
const answered = () =>
  after(
    runningGame(3),
    QUESTIONS,
    [answers(1, answerId(0, 0), 2_000), OPENED_MS + 2_000],
    [answers(2, answerId(0, 1), 3_000), OPENED_MS + 3_000],
  )
const closed = () => after(answered(), QUESTIONS, [timePasses, OPENED_MS + 21_000])

test('a game without a stage has no view for one', () => {
  expect(stageViewOf(runningGame(2), QUESTIONS, NOW_MS)).toBeNull()
  expect(stageIdsOf(runningGame(2))).toEqual([])
  expect(stageIdsOf({ ...runningGame(2), stage: STAGE })).toEqual([stageId(1)])
})

test('a stage shows the lobby: who is there, and nothing asked', () => {
  expect(view(lobbyOf(2))).toEqual({
    id: GAME_ID,
    status: 'pending',
    host: 'Player 0000',
    settings: { topics: [topicId(1)], question_count: 10 },
    players: [
      { id: playerId(0), name: 'Player 0000', points: 0, is_host: true },
      { id: playerId(1), name: 'Player 0001', points: 0 },
    ],
    question: null,
    reveal: null,
    since: START_MS,
    version: 3,
    server_time: NOW_MS,
    phase_ends_at: null,
  })
})

test('a stage shows a locked lobby as such, until it starts', () => {
  expect(view({ ...lobbyOf(2), isLocked: true })?.is_locked).toBe(true)
  expect(view({ ...startingGame(2), isLocked: true })).not.toHaveProperty('is_locked')
})

test('a stage shows the end of the countdown, and no question yet', () => {
  expect(view(startingGame(2))).toMatchObject({
    status: 'starting',
    question: null,
    reveal: null,
    phase_ends_at: START_MS + 3_000,
  })
})

test('a stage shows an open question and how many have answered: not who, not what, not whether it is right', () => {
  const seen = view(answered())
  expect(seen?.question).toEqual({ ...QUESTIONS[0]?.shown, index: 0, answer_count: 2 })
  expect(seen?.reveal).toBeNull()
  expect(seen?.players).toEqual([
    { id: playerId(0), name: 'Player 0000', points: 0, is_host: true },
    { id: playerId(1), name: 'Player 0001', points: 0 },
    { id: playerId(2), name: 'Player 0002', points: 0 },
  ])
  const others = after(
    runningGame(3),
    QUESTIONS,
    [answers(0, answerId(0, 1), 1_000), OPENED_MS + 2_000],
    [answers(2, answerId(0, 0), 3_000), OPENED_MS + 3_000],
  )
  expect(view(others)).toEqual(seen)
})

test('a stage does not show how many have answered in a relaxed game, until the question closes', () => {
  const relaxed = (state: GameState) => view({ ...state, isRelaxed: true })
  expect(relaxed(answered())).toMatchObject({ is_relaxed: true, question: { answer_count: null } })
  expect(relaxed(closed())?.question?.answer_count).toBe(2)
})

test('a leaver does not count among those who have answered', () => {
  expect(view(after(answered(), QUESTIONS, [leaves(1), OPENED_MS + 4_000]))?.question?.answer_count).toBe(1)
})

test('a stage shows the reveal: the answer, what it earned, and the place that each player had before', () => {
  const seen = view(closed())
  expect(seen?.reveal).toEqual({
    correct_answer_id: QUESTIONS[0]?.correctAnswerId,
    description: QUESTIONS[0]?.description,
  })
  expect(seen?.question?.answer_count).toBe(2)
  expect(seen?.players).toEqual([
    { id: playerId(1), name: 'Player 0001', points: 950, gained: 950, old_place: 2 },
    { id: playerId(2), name: 'Player 0002', points: 0, gained: 0, old_place: 3 },
    { id: playerId(0), name: 'Player 0000', points: 0, is_host: true, gained: 0, old_place: 1 },
  ])
})

test('without a clock the time of an answer does not change the place that a player had before', () => {
  const game = after(
    untimedGame(3),
    QUESTIONS,
    [answers(0, answerId(0, 1), 1_000), OPENED_MS + 1_000],
    [answers(1, answerId(0, 1), 2_000), OPENED_MS + 2_000],
    [answers(2, answerId(0, 0), 3_000), OPENED_MS + 3_000],
  )
  expect(view(game)?.players.map(({ id, old_place }) => [id, old_place])).toEqual([
    [playerId(2), 3],
    [playerId(0), 1],
    [playerId(1), 2],
  ])
})

test('a stage shows the next question without the answer to the one before', () => {
  const seen = view(after(closed(), QUESTIONS, [timePasses, OPENED_MS + 26_000]))
  expect(seen?.question).toEqual({ ...QUESTIONS[1]?.shown, index: 1, answer_count: 0 })
  expect(seen?.reveal).toBeNull()
  expect(seen?.players.map(({ id, points }) => [id, points])).toEqual([
    [playerId(1), 950],
    [playerId(2), 0],
    [playerId(0), 0],
  ])
})

test('a stage shows the results, without what the last question changed', () => {
  const seen = view(finishedGame(2))
  expect(seen).toMatchObject({ status: 'finished', phase_ends_at: null })
  expect(seen).not.toHaveProperty('is_cancelled')
  expect(seen?.players[0]).not.toHaveProperty('gained')
  expect(view(after(runningGame(2), QUESTIONS, [asksFor(0, 'finished'), OPENED_MS + 1_000]))?.is_cancelled).toBe(true)
})

test('a stage shows no archived game', () => {
  const finished = finishedGame(2)
  expect(view(after(finished, QUESTIONS, [asksFor(0, 'archived'), finished.changedAtMs]))).toBeNull()
})

test('a stage gets no id of an account', () => {
  expect(JSON.stringify([lobbyOf(3), answered(), closed()].map(view))).not.toContain(userId(1))
})
