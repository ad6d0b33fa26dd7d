import { describe, expect, test } from 'vitest'
import type { AnswerId } from '@quizmaster/contract/ids'
import { step } from './game.ts'
import { accept, refuse } from './step.ts'
import { answerId, playerId } from './testing/fixtures.ts'
import {
  after,
  answers,
  finishedGame,
  lobbyOf,
  OPENED_MS,
  QUESTIONS,
  runningGame,
  startingGame,
  timePasses,
  updatesIn,
} from './testing/events.ts'

const RIGHT = answerId(0, 0)
const WRONG = answerId(0, 1)
const UNKNOWN = answerId(99, 0)
const SECOND_OPENED_MS = OPENED_MS + 26_000

function commit(answer: AnswerId | null, sinceOpenMs: number, timeSpentMs = 0, index?: number, game = runningGame(2)) {
  return step(game, QUESTIONS, answers(1, answer, timeSpentMs, index), OPENED_MS + sinceOpenMs)
}

/** Player 1 has given the wrong answer, player 0 nothing. */
const answered = () => after(runningGame(2), QUESTIONS, [answers(1, WRONG, 400), OPENED_MS + 500])
const inReveal = () => after(answered(), QUESTIONS, [timePasses, OPENED_MS + 21_000])
const inSecond = () => after(inReveal(), QUESTIONS, [timePasses, SECOND_OPENED_MS])

describe('answering', () => {
  test('an answer is stored with the time that counts and without points', () => {
    const taken = commit(RIGHT, 3_000, 2_800)
    const { state } = taken
    expect(state.answers).toEqual([{ [playerId(1)]: { answer: RIGHT, timeMs: 2_800, points: null, isAnswered: true } }])
    expect(updatesIn(taken)).toEqual(['answer_committed'])
  })

  test('a forged short time gains at most half a second; a long one counts against its sender, up to 20 s', () => {
    const timeOf = (sinceOpenMs: number, timeSpentMs: number) =>
      commit(RIGHT, sinceOpenMs, timeSpentMs).state.answers[0]?.[playerId(1)]?.timeMs
    expect(timeOf(10_000, 0)).toBe(9_500)
    expect(timeOf(10_000, 9_700)).toBe(9_700)
    expect(timeOf(10_000, 15_000)).toBe(15_000)
    expect(timeOf(200, 0)).toBe(0)
    expect(timeOf(200, -5)).toBe(0)
    expect(timeOf(20_900, 0)).toBe(20_000)
    expect(timeOf(100, 99_999)).toBe(20_000)
  })

  test('the question closes as soon as every player has answered, at that instant', () => {
    const taken = step(answered(), QUESTIONS, answers(0, RIGHT, 900), OPENED_MS + 1_000)
    const { state } = taken
    expect(state).toMatchObject({ isClosed: true, phaseEndsAtMs: OPENED_MS + 6_000 })
    expect(updatesIn(taken)).toEqual(['question_closed'])
    expect(state.answers[0]).toEqual({
      [playerId(0)]: { answer: RIGHT, timeMs: 900, points: 978, isAnswered: true },
      [playerId(1)]: { answer: WRONG, timeMs: 400, points: 0, isAnswered: true },
    })
    expect(state.players).toMatchObject([
      { points: 978, totalMs: 900 },
      { points: 0, totalMs: 400 },
    ])
  })

  test('a player who gave no answer gets a null of 20 s and no points', () => {
    expect(inReveal().answers[0]?.[playerId(0)]).toEqual({ answer: null, timeMs: 20_000, points: 0, isAnswered: false })
  })

  test('the first answer wins: the same again is accepted and changes nothing, another is refused', () => {
    const first = answered()
    const again = step(first, QUESTIONS, answers(1, WRONG, 0), OPENED_MS + 600)
    expect(again).toEqual(accept(first))
    for (const other of [RIGHT, null, UNKNOWN]) {
      const refused = step(first, QUESTIONS, answers(1, other), OPENED_MS + 19_500)
      expect(refused).toEqual(refuse(first, 'already_answered'))
    }
  })

  test('in the reveal only a repeat of the stored answer is accepted', () => {
    const reveal = inReveal()
    expect(step(reveal, QUESTIONS, answers(1, WRONG), OPENED_MS + 22_000)).toEqual(accept(reveal))
    for (const other of [RIGHT, null, UNKNOWN]) {
      expect(step(reveal, QUESTIONS, answers(1, other), OPENED_MS + 22_000).refused).toBe('too_late')
    }
    expect(step(reveal, QUESTIONS, answers(0, null), OPENED_MS + 22_000).refused, 'a null the server wrote').toBe(
      'too_late',
    )
  })

  test('an answer to an earlier question never counts for the next one', () => {
    const second = inSecond()
    for (const event of [
      answers(1, WRONG),
      answers(1, RIGHT),
      answers(1, answerId(1, 0), 0, 0),
      answers(1, null, 0, 0),
    ]) {
      expect(step(second, QUESTIONS, event, SECOND_OPENED_MS + 19_500)).toEqual(refuse(second, 'too_late'))
    }
    expect(step(second, QUESTIONS, answers(1, answerId(1, 0), 0, 1), SECOND_OPENED_MS).refused).toBeNull()
    expect(commit(RIGHT, 0, 0, 1).refused, 'an index still to come').toBe('too_late')
  })

  test('a late null never voids the next question: a null is accepted from 19 s on, a real answer even before', () => {
    const early = commit(null, 18_999, 20_000)
    expect(early).toEqual(refuse(early.state, 'too_early'))
    expect(early.state.answers).toEqual([{}])
    expect(commit(RIGHT, 18_999).refused).toBeNull()
    expect(commit(null, 19_000, 3).state.answers[0]?.[playerId(1)]).toEqual({
      answer: null,
      timeMs: 20_000,
      points: null,
      isAnswered: true,
    })
  })

  test('a committed null is an answer: it is final, closes the question, and may be repeated in the reveal', () => {
    const voided = after(runningGame(2), QUESTIONS, [answers(1, null), OPENED_MS + 19_000])
    expect(step(voided, QUESTIONS, answers(1, RIGHT), OPENED_MS + 19_001).refused).toBe('already_answered')
    const closed = after(voided, QUESTIONS, [answers(0, RIGHT), OPENED_MS + 19_500])
    expect(closed.isClosed).toBe(true)
    expect(closed.answers[0]?.[playerId(1)]).toEqual({ answer: null, timeMs: 20_000, points: 0, isAnswered: true })
    expect(step(closed, QUESTIONS, answers(1, null), OPENED_MS + 20_000).refused).toBeNull()
  })

  test('an answer id that is not in the game, or of a question still to come, is refused as unknown', () => {
    expect(commit(UNKNOWN, 5).refused).toBe('answer_unknown')
    expect(commit(answerId(1, 0), 5).refused).toBe('answer_unknown')
  })

  test('answers are refused outside a running game and from users who are not in it', () => {
    for (const game of [lobbyOf(2), startingGame(2), finishedGame(2)]) {
      expect(step(game, QUESTIONS, answers(1, RIGHT), game.changedAtMs).refused).toBe('no_running_game')
    }
    expect(step(runningGame(2), QUESTIONS, answers(9, RIGHT), OPENED_MS).refused).toBe('no_running_game')
  })
})
