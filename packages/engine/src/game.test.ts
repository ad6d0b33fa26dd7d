import { describe, expect, test } from 'vitest'
import { nextWakeAt } from './deadlines.ts'
import { step } from './game.ts'
import { accept } from './step.ts'
import { answerId, playerId, START_MS, userId } from './testing/fixtures.ts'
import {
  after,
  answers,
  asksFor,
  awardsIn,
  finishedGame,
  joins,
  leaves,
  lobbyOf,
  OPENED_MS,
  outage,
  QUESTIONS,
  replaces,
  runningGame,
  startingGame,
  timePasses,
  updatesIn,
} from './testing/events.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

describe('the course of a game', () => {
  test('a question stays open 20 s and 1 s of grace, then the reveal takes 5 s, then the next one opens', () => {
    const open = runningGame(2)
    expect(nextWakeAt(open)).toBe(OPENED_MS + 21_000)
    expect(step(open, QUESTIONS, timePasses, OPENED_MS + 20_999).state).toBe(open)
    const closed = step(open, QUESTIONS, timePasses, OPENED_MS + 21_000)
    expect(closed.state).toMatchObject({ isClosed: true, askedCount: 1, phaseEndsAtMs: OPENED_MS + 26_000 })
    expect(updatesIn(closed)).toEqual(['question_closed'])
    expect(nextWakeAt(closed.state)).toBe(OPENED_MS + 26_000)
    const next = step(closed.state, QUESTIONS, timePasses, OPENED_MS + 26_000)
    expect(next.state).toMatchObject({ isClosed: false, askedCount: 2, phaseEndsAtMs: OPENED_MS + 46_000 })
    expect(updatesIn(next)).toEqual(['question_opened'])
  })

  test('after the reveal of the last question the game finishes, and each player earns a hundredth of their points', () => {
    const right = (index: number, player: number) => answers(player, answerId(index, 0), 0)
    let state = runningGame(2)
    for (const index of [0, 1, 2]) {
      state = after(state, QUESTIONS, [right(index, 1), state.phaseStartedAtMs + 10_500])
      state = after(state, QUESTIONS, [answers(0, answerId(index, 1)), state.phaseStartedAtMs + 10_500])
      if (index < 2) state = after(state, QUESTIONS, [timePasses, nextWakeAt(state) ?? 0])
    }
    const ended = step(state, QUESTIONS, timePasses, nextWakeAt(state) ?? 0)
    expect(ended.state.status).toBe('finished')
    expect(updatesIn(ended)).toEqual(['finished'])
    expect(awardsIn(ended), 'nothing for a player without points').toEqual([[userId(1), 23]])
  })

  test('a late step passes every deadline at its own instant and sends one update', () => {
    const late = step(startingGame(2), QUESTIONS, timePasses, START_MS + 60_000)
    expect(late.state).toMatchObject({ askedCount: 3, isClosed: false, phaseStartedAtMs: START_MS + 56_000 })
    expect(updatesIn(late)).toEqual(['question_opened'])
  })

  test('deadlines win: an answer at the instant the question closes is too late', () => {
    const inTime = step(runningGame(2), QUESTIONS, answers(1, answerId(0, 0)), OPENED_MS + 20_999)
    expect(inTime.refused).toBeNull()
    const late = step(runningGame(2), QUESTIONS, answers(1, answerId(0, 0)), OPENED_MS + 21_000)
    expect(late.refused).toBe('too_late')
    expect(late.state.isClosed, 'the deadline has passed all the same').toBe(true)
    expect(updatesIn(late)).toEqual(['question_closed'])
  })

  test('time never runs backwards: an earlier instant counts as the instant of the last change', () => {
    const joined = step(lobbyOf(2), [], joins(5), START_MS - 9_999)
    expect(joined.state.changedAtMs).toBe(START_MS)
    const answered = step(runningGame(2), QUESTIONS, answers(1, answerId(0, 0), 300), OPENED_MS - 9_999)
    expect(answered.state.answers[0]?.[playerId(1)]?.timeMs).toBe(300)
    expect(step(lobbyOf(2), [], joins(5), Number.NaN).state.changedAtMs).toBe(START_MS)
  })

  test('the creator cancels while starting or running, and nobody earns', () => {
    for (const game of [startingGame(3), runningGame(3)]) {
      const cancelled = step(game, QUESTIONS, asksFor(0, 'finished'), game.changedAtMs)
      expect(cancelled.state.status).toBe('finished')
      expect(updatesIn(cancelled)).toEqual(['finished'])
      expect(awardsIn(cancelled)).toEqual([])
    }
  })

  test('an open question is closed when the game ends, so that acknowledged answers count', () => {
    const answered = after(runningGame(3), QUESTIONS, [answers(0, answerId(0, 0)), OPENED_MS])
    const { state } = step(answered, QUESTIONS, asksFor(0, 'finished'), OPENED_MS + 5)
    expect(state.isClosed).toBe(true)
    expect(state.players.map(({ points }) => points)).toEqual([1_000, 0, 0])
  })
})

describe('the end', () => {
  test('a pending game is archived 24 h after its last change', () => {
    const touched = after(lobbyOf(2), [], [joins(3), START_MS + HOUR_MS])
    expect(step(touched, [], timePasses, START_MS + HOUR_MS + DAY_MS - 1).state.status).toBe('pending')
    const archived = step(touched, [], timePasses, START_MS + HOUR_MS + DAY_MS)
    expect(archived.state.status).toBe('archived')
    expect(updatesIn(archived)).toEqual(['archived'])
    expect(nextWakeAt(archived.state)).toBeNull()
  })

  test('a finished game is archived after 1 h, even if players have left it meanwhile', () => {
    const finished = finishedGame(3)
    const left = after(finished, QUESTIONS, [leaves(1), finished.changedAtMs + 1_000])
    expect(step(left, QUESTIONS, timePasses, finished.changedAtMs + HOUR_MS - 1).state.status).toBe('finished')
    expect(step(left, QUESTIONS, timePasses, finished.changedAtMs + HOUR_MS).state.status).toBe('archived')
  })

  test('the creator archives the lobby and the results', () => {
    for (const game of [lobbyOf(2), finishedGame(2)]) {
      const archived = step(game, QUESTIONS, asksFor(0, 'archived'), game.changedAtMs)
      expect(archived.state.status).toBe('archived')
      expect(updatesIn(archived)).toEqual(['archived'])
    }
  })

  test('a forced new game finishes and archives the old one in any status, and nobody earns points', () => {
    const answered = after(runningGame(2), QUESTIONS, [answers(1, answerId(0, 0)), OPENED_MS])
    for (const game of [lobbyOf(2), startingGame(2), answered, finishedGame(2)]) {
      const replaced = step(game, QUESTIONS, replaces(0), game.changedAtMs)
      expect(replaced.state.status).toBe('archived')
      expect(updatesIn(replaced)).toEqual(['archived'])
      expect(awardsIn(replaced)).toEqual([])
      const again = step(replaced.state, QUESTIONS, replaces(0), game.changedAtMs)
      expect(again).toEqual(accept(replaced.state))
    }
  })

  test('an outage changes nothing in an archived game', () => {
    const archived = after(lobbyOf(2), [], [asksFor(0, 'archived'), START_MS])
    expect(step(archived, [], outage(START_MS, START_MS + DAY_MS), START_MS + DAY_MS).state).toBe(archived)
  })
})
