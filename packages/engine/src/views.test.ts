import { gameSchema } from '@quizmaster/contract/http/games'
import { describe, expect, test } from 'vitest'
import type { GameQuestion, GameState } from './game-state.ts'
import { answerId, buildQuestion, GAME_ID, HOST, playerId, START_MS, topicId, userId } from './testing/fixtures.ts'
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
} from './testing/events.ts'
import { hasOwnView, viewFor } from './views.ts'

const NOW_MS = START_MS + 123
const HIDDEN = { answer: null, time_spent: null, points: null, is_pause: false, is_answered: true }

const view = (state: GameState, player = 0, questions: readonly GameQuestion[] = QUESTIONS) =>
  viewFor(state, questions, userId(player), NOW_MS)

/** Player 1 has answered correctly after 2 s, the others not yet. */
const answered = () => after(runningGame(3), QUESTIONS, [answers(1, answerId(0, 0), 2_000), OPENED_MS + 2_000])
const closed = () => after(answered(), QUESTIONS, [timePasses, OPENED_MS + 21_000])

describe('what a player sees', () => {
  test('of a pending game: the players in order of joining, and nothing asked', () => {
    expect(view(lobbyOf(2))).toEqual({
      id: GAME_ID,
      type: 'fun',
      creator_id: HOST,
      status: 'pending',
      settings: { topics: [topicId(1)], question_count: 10 },
      players: [
        { id: playerId(0), user_id: HOST, name: 'Player 0000' },
        { id: playerId(1), user_id: userId(1), name: 'Player 0001' },
      ],
      questions: [],
      state: {
        points: { [playerId(0)]: 0, [playerId(1)]: 0 },
        current_question_index: 0,
        answers: {},
        answers_info_items: {},
      },
      version: 3,
      server_time: NOW_MS,
      phase_ends_at: null,
    })
  })

  test('of a countdown: its end, and no question yet', () => {
    const seen = view(startingGame(2))
    expect(seen).toMatchObject({ status: 'starting', phase_ends_at: START_MS + 3_000, questions: [] })
    expect(seen.state).toMatchObject({ current_question_index: 0, answers: {}, answers_info_items: {} })
  })

  test('of an open question: the question, the deadline without the grace, and who has answered', () => {
    const open = view(runningGame(3))
    expect(open).toMatchObject({ phase_ends_at: OPENED_MS + 20_000, questions: [QUESTIONS[0]?.shown] })
    expect(open.state).toMatchObject({ answers: { 0: {} }, answers_info_items: {} })
    expect(view(answered(), 2).state.answers).toEqual({ 0: { [playerId(1)]: HIDDEN } })
  })

  test('of their own answer while the question is open: the answer and the time, not the points', () => {
    const own = { answer: answerId(0, 0), time_spent: 2_000, points: null, is_pause: false, is_answered: true }
    expect(view(answered(), 1).state.answers).toEqual({ 0: { [playerId(1)]: own } })
    expect(view(answered(), 1).state.points).toEqual({ [playerId(0)]: 0, [playerId(1)]: 0, [playerId(2)]: 0 })
  })

  test('of a closed question: one whole entry for every player, the points, and the right answer', () => {
    const seen = view(closed(), 2)
    const none = { answer: null, time_spent: 20_000, points: 0, is_pause: true, is_answered: false }
    const right = { answer: answerId(0, 0), time_spent: 2_000, points: 950, is_pause: true, is_answered: true }
    expect(seen.state).toEqual({
      points: { [playerId(0)]: 0, [playerId(1)]: 950, [playerId(2)]: 0 },
      current_question_index: 0,
      answers: { 0: { [playerId(0)]: none, [playerId(1)]: right, [playerId(2)]: none } },
      answers_info_items: {
        0: { correct_answer_id: answerId(0, 0), correct_answer_text: 'Answer 0', description: 'About 0' },
      },
    })
    expect(seen.players.map(({ id }) => id)).toEqual([playerId(1), playerId(0), playerId(2)])
    expect(seen.phase_ends_at).toBe(OPENED_MS + 26_000)
  })

  test('while running: the answers to the current and the previous question; at the end all of them', () => {
    const third = after(closed(), QUESTIONS, [timePasses, OPENED_MS + 2 * 26_000])
    expect(third).toMatchObject({ status: 'running', askedCount: 3 })
    expect(Object.keys(view(third).state.answers)).toEqual(['1', '2'])
    expect(Object.keys(view(third).state.answers_info_items)).toEqual(['0', '1'])
    expect(view(third).questions).toHaveLength(3)
    const ended = view(finishedGame(2))
    expect(ended).toMatchObject({ status: 'finished', phase_ends_at: null })
    expect(Object.keys(ended.state.answers)).toEqual(['0', '1', '2'])
    expect(Object.keys(ended.state.answers_info_items)).toEqual(['0', '1', '2'])
  })

  test('of a game cancelled during a question: that question, and none after it', () => {
    const cancelled = view(after(answered(), QUESTIONS, [asksFor(0, 'finished'), OPENED_MS + 3_000]))
    expect(cancelled.questions).toHaveLength(1)
    expect(cancelled.state.points[playerId(1)]).toBe(950)
  })

  test('of a leaver: neither row nor points nor answer; of one who left the results: all of them', () => {
    const left = view(after(closed(), QUESTIONS, [leaves(1), OPENED_MS + 22_000]))
    expect(JSON.stringify(left)).not.toContain(playerId(1))
    const finished = finishedGame(3)
    const detached = after(finished, QUESTIONS, [leaves(1), finished.changedAtMs])
    expect({ ...view(detached), version: 0 }).toEqual({ ...view(finished), version: 0 })
  })

  test('the source is sent with its question, and nothing else is', () => {
    const source = { name: 'A book', url: 'https://example.org', licence: 'CC0' }
    const { shown, ...secrets } = buildQuestion(0)
    const questions = [{ shown: { ...shown, source }, ...secrets }]
    expect(view(runningGame(2, questions), 0, questions).questions).toEqual([{ ...shown, source }])
  })

  test('matches the contract in every status', () => {
    const games = [lobbyOf(2), startingGame(2), runningGame(2), answered(), closed(), finishedGame(2)]
    for (const game of games) expect(gameSchema.parse(view(game, 1))).toEqual(view(game, 1))
  })

  test('differs from the others’ only while a question they have answered is open', () => {
    expect([0, 1, 2, 9].map((player) => hasOwnView(answered(), userId(player)))).toEqual([false, true, false, false])
    expect([0, 1, 2, 9].some((player) => hasOwnView(closed(), userId(player)))).toBe(false)
    expect(hasOwnView(lobbyOf(2), HOST)).toBe(false)
    const cancelled = after(answered(), QUESTIONS, [asksFor(0, 'finished'), OPENED_MS + 3_000])
    expect(hasOwnView(cancelled, userId(1))).toBe(false)
  })
})
