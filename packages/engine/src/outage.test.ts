import { describe, expect, test } from 'vitest'
import { nextWakeAt } from './deadlines.ts'
import { step } from './game.ts'
import { answerId, playerId, START_MS, userId } from './testing/fixtures.ts'
import {
  after,
  answers,
  awardsIn,
  finishedGame,
  lobbyOf,
  OPENED_MS,
  outage,
  QUESTIONS,
  runningGame,
  startingGame,
  timePasses,
  updatesIn,
} from './testing/events.ts'

/** No process was running between the two moments, counted from when the first question opened. */
function noticed(fromMs: number, toMs: number, game = runningGame(2), nowMs = toMs) {
  return step(game, QUESTIONS, outage(OPENED_MS + fromMs, OPENED_MS + toMs), OPENED_MS + nowMs)
}

describe('an outage', () => {
  test('of more than 2 s while a question is open gives its players that time back', () => {
    const taken = noticed(5_000, 35_000)
    const { state } = taken
    expect(state).toMatchObject({ isClosed: false, phaseEndsAtMs: OPENED_MS + 50_000 })
    expect(updatesIn(taken)).toEqual(['snapshot'])
    const answered = after(state, QUESTIONS, [answers(1, answerId(0, 0), 6_000), OPENED_MS + 36_000])
    expect(answered.answers[0]?.[playerId(1)]?.timeMs, 'the gap is no time spent').toBe(6_000)
    expect(step(state, QUESTIONS, answers(1, null), OPENED_MS + 48_999).refused).toBe('too_early')
  })

  test('of 2 s or less changes nothing: the deadline passes as usual', () => {
    const game = runningGame(2)
    expect(noticed(5_000, 7_000, game).state).toBe(game)
    expect(noticed(5_000, 7_001, game).state.phaseEndsAtMs).toBe(OPENED_MS + 22_001)
    expect(noticed(19_500, 21_500).state).toMatchObject({ isClosed: true, phaseStartedAtMs: OPENED_MS + 21_000 })
  })

  test('is credited once, however many processes notice it; a longer gap noticed later adds only the rest', () => {
    const { state } = noticed(5_000, 35_000)
    expect(noticed(5_000, 35_000, state, 36_000).state).toBe(state)
    expect(noticed(5_000, 33_000, state, 36_000).state).toBe(state)
    expect(noticed(5_000, 40_000, state).state.phaseEndsAtMs).toBe(OPENED_MS + 55_000)
  })

  test('never extends beyond the present', () => {
    expect(noticed(5_000, 99_000, runningGame(2), 15_000).state.phaseEndsAtMs).toBe(OPENED_MS + 30_000)
  })

  test('gives back at most 60 s per question, in one gap or in several', () => {
    const once = noticed(5_000, 50_000)
    expect(once.state.phaseEndsAtMs).toBe(OPENED_MS + 65_000)
    const twice = noticed(52_000, 82_000, once.state)
    expect(twice.state).toMatchObject({ isClosed: true, creditedMs: 60_000, phaseStartedAtMs: OPENED_MS + 82_000 })
    const short = noticed(52_000, 75_000, once.state)
    expect(short.state.phaseEndsAtMs).toBe(OPENED_MS + 80_000)
    const third = noticed(76_000, 79_000, short.state)
    expect(third.state).toBe(short.state)
  })

  test('longer than the credit costs one question, not several: the game stood still', () => {
    const taken = noticed(5_000, 305_000)
    const { state } = taken
    expect(state).toMatchObject({ isClosed: true, askedCount: 1, phaseEndsAtMs: OPENED_MS + 310_000 })
    expect(updatesIn(taken)).toEqual(['question_closed'])
  })

  test('does not move a deadline that was due before it', () => {
    const { state } = noticed(22_000, 52_000)
    expect(state).toMatchObject({ isClosed: true, askedCount: 1, phaseStartedAtMs: OPENED_MS + 51_000 })
    expect(state.phaseEndsAtMs, 'the reveal goes on where it stood').toBe(OPENED_MS + 56_000)
  })

  test('in the countdown or in a reveal delays the next question', () => {
    const counting = step(startingGame(2), QUESTIONS, outage(START_MS + 1_000, START_MS + 31_000), START_MS + 31_000)
    expect(counting.state).toMatchObject({ status: 'starting', phaseEndsAtMs: START_MS + 33_000 })
  })

  test('a new question has its own 60 s', () => {
    const once = noticed(5_000, 65_000).state
    const next = after(once, QUESTIONS, [timePasses, nextWakeAt(once) ?? 0])
    const second = after(next, QUESTIONS, [timePasses, nextWakeAt(next) ?? 0])
    expect(second).toMatchObject({ askedCount: 2, creditedMs: 0 })
  })

  test('of 10 minutes finishes the game, and its points are earned', () => {
    const answered = after(runningGame(2), QUESTIONS, [answers(1, answerId(0, 0)), OPENED_MS + 500])
    expect(noticed(1_000, 600_999, answered).state.status).toBe('running')
    const ended = noticed(1_000, 601_000, answered)
    expect(ended.state).toMatchObject({ status: 'finished', phaseStartedAtMs: OPENED_MS + 601_000 })
    expect(awardsIn(ended)).toEqual([[userId(1), 10]])
  })

  test('has no effect on a lobby or on results', () => {
    for (const game of [lobbyOf(2), finishedGame(2)]) {
      const until = game.changedAtMs + 1_800_000
      expect(step(game, QUESTIONS, outage(game.changedAtMs, until), until).state).toBe(game)
    }
    expect(noticed(Number.NaN, Number.NaN, runningGame(2), 0).state.version).toBe(runningGame(2).version)
  })
})
