import { describe, expect, test } from 'vitest'
import { nextWakeAt } from './deadlines.ts'
import type { GameEvent } from './game-event.ts'
import type { GameState } from './game-state.ts'
import { step } from './game.ts'
import { accept, andThen, change, type Leaver, refuse, type StepEffects } from './step.ts'
import { answerId, buildLobby, HOST, playerId, START_MS, userId } from './testing/fixtures.ts'
import {
  after,
  answers,
  asksFor,
  asksForRematch,
  erases,
  finishedGame,
  joins,
  leaves,
  lobbyOf,
  OPENED_MS,
  outage,
  QUESTIONS,
  leavesSeat,
  removes,
  runningGame,
  takesSeat,
  timePasses,
} from './testing/events.ts'

function effectsOf(state: GameState, event: GameEvent, atMs = state.changedAtMs): StepEffects {
  const { changesMembers, awards, update, leavers, watchers } = step(state, QUESTIONS, event, atMs)
  return { changesMembers, awards, update, leavers, watchers }
}

const NO_EFFECTS: StepEffects = { changesMembers: false, awards: [], update: null, leavers: [], watchers: [] }
const RIGHT = answerId(0, 0)
const LEAVER: Leaver = { userId: userId(1), reason: 'player_left' }

/** The results of two players, with one seat. */
function watchedGame(): GameState {
  const finished = finishedGame(2)
  return after(finished, QUESTIONS, [takesSeat(7), finished.changedAtMs])
}

/** Two players in the reveal of the last question, player 1 with 1,000 points. */
function lastReveal(): GameState {
  let state = after(runningGame(2), QUESTIONS, [answers(1, RIGHT), OPENED_MS])
  const isLastReveal = () => state.askedCount === QUESTIONS.length && state.isClosed
  while (!isLastReveal()) state = after(state, QUESTIONS, [timePasses, nextWakeAt(state) ?? 0])
  return state
}

describe('what a step reports', () => {
  test.each<[string, GameState, GameEvent, Partial<StepEffects>]>([
    ['an answer', runningGame(2), answers(1, RIGHT), { update: 'answer_committed' }],
    ['new settings', lobbyOf(2), asksFor(0, 'starting'), { update: 'starting' }],
    ['a joining player', lobbyOf(2), joins(7), { update: 'player_joined', changesMembers: true }],
    ['a player who joins again', lobbyOf(2), joins(1), {}],
    ['a player who leaves', lobbyOf(2), leaves(1), { update: 'player_left', changesMembers: true, leavers: [LEAVER] }],
    [
      'a player who is removed',
      lobbyOf(2),
      removes(0, 1),
      { update: 'player_removed', changesMembers: true, leavers: [{ userId: userId(1), reason: 'player_removed' }] },
    ],
    ['a player who leaves the results', finishedGame(2), leaves(1), { changesMembers: true, leavers: [LEAVER] }],
    ['a deleted account', runningGame(3), erases(1), { update: 'player_left', changesMembers: true }],
    ['an archived game', finishedGame(2), asksFor(0, 'archived'), { update: 'archived', changesMembers: true }],
    ['a rematch', finishedGame(2), asksForRematch(0), { changesMembers: true }],
    ['a seat', runningGame(2), takesSeat(7), { watchers: [userId(7)] }],
    ['a seat taken again', watchedGame(), takesSeat(7), {}],
    ['a seat given up', watchedGame(), leavesSeat(7), { watchers: [userId(7)] }],
    ['a rematch of a watched game', watchedGame(), asksForRematch(0), { changesMembers: true, watchers: [userId(7)] }],
    ['a cancelled game', runningGame(2), asksFor(0, 'finished'), { update: 'finished' }],
    ['a refusal', runningGame(2), joins(7), {}],
  ])('%s', (_, state, event, effects) => {
    expect(effectsOf(state, event)).toEqual({ ...NO_EFFECTS, ...effects })
  })

  test('an account deleted after it has left the results changes no member', () => {
    const finished = finishedGame(3)
    const left = after(finished, QUESTIONS, [leaves(1), finished.changedAtMs])
    expect(effectsOf(left, erases(1))).toEqual({ ...NO_EFFECTS, update: 'player_left' })
  })

  test('the end of a game awards each player with points, by their player id', () => {
    const reveal = lastReveal()
    const awards = [{ userId: userId(1), playerId: playerId(1), points: 10 }]
    expect(effectsOf(reveal, timePasses, nextWakeAt(reveal) ?? 0)).toEqual({
      ...NO_EFFECTS,
      update: 'finished',
      awards,
    })
  })

  test('the end of a game in which nobody has points touches nothing but the game', () => {
    const finished = noticedFor10Minutes(runningGame(2))
    expect(finished).toEqual({ ...NO_EFFECTS, update: 'finished' })
  })

  test('an outage reports what it gives back', () => {
    const gap = outage(OPENED_MS + 1_000, OPENED_MS + 9_000)
    expect(effectsOf(runningGame(2), gap, OPENED_MS + 9_000)).toEqual({ ...NO_EFFECTS, update: 'snapshot' })
  })
})

function noticedFor10Minutes(state: GameState): StepEffects {
  const toMs = state.changedAtMs + 600_000
  return effectsOf(state, outage(state.changedAtMs, toMs), toMs)
}

describe('when a deadline passes in the same step', () => {
  const awards = [{ userId: userId(1), playerId: playerId(1), points: 10 }]

  test('a refused event still reports the effects of the deadline', () => {
    const reveal = lastReveal()
    const late = step(reveal, QUESTIONS, answers(0, RIGHT), nextWakeAt(reveal) ?? 0)
    expect(late).toMatchObject({ refused: 'no_running_game', awards, update: 'finished', changesMembers: false })
  })

  test('a player who leaves as the game finishes earns, and the others still see the results', () => {
    const reveal = lastReveal()
    expect(effectsOf(reveal, leaves(1), nextWakeAt(reveal) ?? 0)).toEqual({
      ...NO_EFFECTS,
      changesMembers: true,
      awards,
      update: 'finished',
      leavers: [LEAVER],
    })
  })

  test('a rematch requested as the game finishes does not cost anybody their points', () => {
    const reveal = lastReveal()
    expect(effectsOf(reveal, asksForRematch(0), nextWakeAt(reveal) ?? 0)).toEqual({
      ...NO_EFFECTS,
      awards,
      changesMembers: true,
    })
  })
})

describe('two steps as one', () => {
  const lobby = buildLobby()
  const updateOf = (...updates: StepEffects['update'][]) =>
    updates.reduce((taken, update) => andThen(taken, (state) => change(state, START_MS, {}, { update })), accept(lobby))
      .update

  test('only the last update counts, as it shows the whole game', () => {
    expect(updateOf('question_opened', 'question_closed')).toBe('question_closed')
    expect(updateOf('question_closed', null)).toBe('question_closed')
    expect(updateOf(null, null)).toBeNull()
  })

  test('"has answered" never delays an update that is sent at once', () => {
    expect(updateOf('question_opened', 'answer_committed')).toBe('question_opened')
    expect(updateOf('answer_committed', 'question_closed')).toBe('question_closed')
    expect(updateOf('answer_committed', 'answer_committed')).toBe('answer_committed')
  })

  test('awards, leavers and changed members add up; the second step decides on the refusal', () => {
    const award = { userId: HOST, playerId: playerId(0), points: 5 }
    const first = change(lobby, START_MS, {}, { awards: [award], leavers: [LEAVER], changesMembers: true })
    const both = andThen(first, (state) => andThen(change(state, START_MS, {}, { awards: [award] }), accept))
    expect(both).toMatchObject({ awards: [award, award], leavers: [LEAVER], changesMembers: true, refused: null })
    expect(andThen(first, (state) => refuse(state, 'too_late'))).toEqual({ ...first, refused: 'too_late' })
  })
})
