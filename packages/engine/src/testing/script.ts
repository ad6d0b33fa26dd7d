import type { GameStatus } from '@quizmaster/contract/http/games'
import type { AnswerId } from '@quizmaster/contract/ids'
import { answersUntilMs } from '../answer-time.ts'
import { nextWakeAt } from '../deadlines.ts'
import type { GameEvent } from '../game-event.ts'
import { type GameQuestion, type GameState, isQuestionOpen } from '../game-state.ts'
import { step } from '../game.ts'
import { ERASED_NAME } from '../membership.ts'
import type { Step } from '../step.ts'
import { answerId, buildLobby, deepFreeze, HOST, playerId, START_MS, topicId } from './fixtures.ts'
import {
  answers,
  asksFor,
  asksForRematch,
  erases,
  joins,
  leaves,
  outage,
  leavesSeat,
  removes,
  replaces,
  saves,
  starts,
  takesSeat,
  timePasses,
} from './events.ts'

/** One event, as natural numbers that the tables below interpret; 0 is always the simplest. */
export interface Move {
  readonly what: number
  readonly who: number
  readonly how: number
  readonly wait: number
}

export interface Script {
  readonly guestCount: number
  readonly questionCount: number
  /** Whether the game is started, and its first question opened, before the moves. */
  readonly isStarted: boolean
  /** How many times the usual time the players have, the creator first; 1 for those left out. */
  readonly factors: readonly number[]
  readonly isTimed: boolean
  readonly moves: readonly Move[]
}

/** One step of a script: `before` and the state of `taken` are frozen. */
export interface Frame {
  readonly before: GameState
  readonly event: GameEvent
  readonly atMs: number
  readonly taken: Step
}

const STATUSES: readonly GameStatus[] = ['finished', 'running', 'starting', 'archived', 'pending']

function pick<Item>(items: readonly Item[], number: number): Item {
  return items[number % items.length] as Item
}

/** The answer at a place of the previous, the current, or the next question. */
function answerAt(state: GameState, question: 'earlier' | 'present' | 'later', place: number): AnswerId {
  const offset = { earlier: -1, present: 0, later: 1 }[question]
  return answerId(Math.max(0, state.askedCount - 1 + offset), place % 4)
}

type Maker = (state: GameState, move: Move & { who: number }, atMs: number) => GameEvent

/** Places of answers; the right one in these tests (1) is more likely. */
const PLACES = [0, 1, 1, 1, 2, 3]

const present: Maker = (state, { who, how }) =>
  answers(who, answerAt(state, 'present', pick(PLACES, how)), (how * 61) % 25_000)

/** The number of the guest with the best rank. */
function bestGuest({ players }: GameState): number {
  return Number(players.find(({ userId }) => userId !== HOST)?.userId.slice(-12) ?? 0)
}

/** A deleted account cannot come back, as a new account has another id. */
function isErased({ players }: GameState, player: number): boolean {
  return players.some(({ id, name }) => id === playerId(player) && name === ERASED_NAME)
}

const joinsUnlessErased: Maker = (state, { who }) => (isErased(state, who) ? timePasses : joins(who))

const watchesUnlessErased: Maker = (state, { who }) => (isErased(state, who) ? timePasses : takesSeat(who))

/** What can happen; entries listed more often are more likely. */
const EVENTS: readonly Maker[] = [
  () => timePasses,
  present,
  present,
  present,
  present,
  present,
  (state, { who, how }) => answers(who, answerAt(state, 'present', 0), how, state.askedCount - 1),
  (_, { who, how }) => answers(who, null, how),
  (_, { who }) => answers(who, null, 20_000),
  (state, { who, how }) => answers(who, answerAt(state, 'earlier', how), how),
  (state, { who, how }) => answers(who, answerAt(state, 'later', how), how),
  (state, { who, how }) => answers(who, answerAt(state, 'present', 1), how, how % 4),
  joinsUnlessErased,
  watchesUnlessErased,
  (_, { who, how }) => (how % 2 === 0 ? leavesSeat(who) : timePasses),
  (_, { who, how }) => (how % 2 === 0 ? leaves(who) : timePasses),
  (state, { how }) => (how % 2 === 0 && state.isClosed ? leaves(bestGuest(state)) : timePasses),
  (_, { who, how }) => asksFor(who, pick(STATUSES, how)),
  (_, { how }) => (how % 4 === 0 ? asksFor(0, pick(STATUSES, how)) : timePasses),
  () => asksFor(0, 'starting'),
  () => asksFor(0, 'running'),
  (_, { who, how }) => saves(who, { questionCount: 1 + (how % 30), questionsHeld: how % 40 }),
  (_, { how }) =>
    saves(0, { topics: [1, 2, 3].slice(0, how % 4).map(topicId) }, how % 6 === 0 ? pick(STATUSES, how) : undefined),
  (_, { who, how }) => (how % 8 === 0 ? replaces(who) : removes(how % 4 === 1 ? who : 0, how % 5)),
  (_, { who, how }) => (how % 6 === 0 ? erases(who) : timePasses),
  (_, { how }) => (how % 12 === 0 ? replaces(0) : timePasses),
  (_, { who, how }) => (how % 2 === 0 ? asksForRematch(how % 4 === 0 ? who : 0) : timePasses),
  (_, { how }, atMs) => outage(atMs, atMs + ((how * 97) % 90_000)),
  (_, { how }, atMs) => (how % 8 === 0 ? outage(atMs, atMs + 597_000 + how) : timePasses),
]

/** When an event happens: soon, or just before or after a deadline. */
const INSTANTS: readonly ((state: GameState, nowMs: number, how: number) => number)[] = [
  (_, nowMs) => nowMs,
  (_, nowMs, how) => nowMs + (how % 500),
  (_, nowMs, how) => nowMs + (how % 500),
  (_, nowMs, how) => nowMs + (how % 500),
  (_, nowMs, how) => nowMs + ((how * 13) % 2_000),
  (_, nowMs, how) => nowMs + ((how * 13) % 4_000),
  (state, nowMs) => wakeSoon(state, nowMs) - 1,
  wakeSoon,
  (state, nowMs, how) => wakeSoon(state, nowMs) + (how % 3_000),
  (state, _, how) => state.phaseStartedAtMs + 19_000 - 1 + (how % 3),
  (state, _, how) => ownEnd(state, how) - 1 + (how % 3),
  (state, nowMs, how) => (state.phaseEndsAtMs ?? nowMs) - 500 - 1 + (how % 3),
  (_, nowMs, how) => nowMs - (how % 5_000),
  (state, nowMs, how) => (how % 10 === 0 ? (nextWakeAt(state) ?? nowMs) - 1 + (how % 3) : nowMs),
]

/** The end of one player's own time. */
function ownEnd(state: GameState, how: number): number {
  return answersUntilMs(state, pick(state.players, how))
}

/** The next deadline of a game in progress; that of a lobby or of results would end the game. */
function wakeSoon(state: GameState, nowMs: number): number {
  return state.phaseEndsAtMs === null ? nowMs : (nextWakeAt(state) ?? nowMs)
}

/**
 * Plays a script. Each deadline that is due before a move is a frame of its own, except during an outage.
 */
export function play(script: Script, questions: readonly GameQuestion[]): Frame[] {
  const frames: Frame[] = []
  let state: GameState = deepFreeze(buildLobby())
  deepFreeze(questions)
  const happens = (event: GameEvent, atMs: number) => {
    const taken = deepFreeze(step(state, questions, event, atMs))
    frames.push({ before: state, event, atMs, taken })
    state = taken.state
  }
  for (const [event, atMs] of opening(script)) happens(event, atMs)
  for (const move of script.moves) {
    const atMs = Math.max(0, pick(INSTANTS, move.wait)(state, state.changedAtMs, move.how))
    const event = pick(EVENTS, move.what)(state, { ...move, who: move.who % (script.guestCount + 2) }, atMs)
    wakes(() => state, atMs, happens)
    happens(event, event.type === 'outage_noticed' ? event.toMs : atMs)
  }
  return frames
}

function opening({ guestCount, questionCount, isStarted, factors, isTimed }: Script): [GameEvent, number][] {
  const guests = Array.from({ length: guestCount }, (_, index) => index + 1)
  const settings = saves(0, { topics: [topicId(1)], questionCount, hasClock: isTimed })
  const start: GameEvent[] = isStarted ? [settings, starts(factors)] : []
  return [...guests.map(joins), ...start].map((event) => [event, START_MS])
}

/** Passes every deadline that is due by an instant, as the server's wake-ups would. */
function wakes(state: () => GameState, untilMs: number, happens: (event: GameEvent, atMs: number) => void): void {
  for (;;) {
    const wakeAtMs = nextWakeAt(state())
    if (wakeAtMs === null || wakeAtMs > untilMs) return
    happens(timePasses, wakeAtMs)
  }
}

/** The phase of a game: its status, or while running whether the question is open. */
export function phaseOf(state: GameState): string {
  if (state.status !== 'running') return state.status
  return isQuestionOpen(state) ? 'open' : 'reveal'
}
