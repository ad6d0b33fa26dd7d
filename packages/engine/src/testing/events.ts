import type { GameStatus } from '@quizmaster/contract/http/games'
import type { AnswerId } from '@quizmaster/contract/ids'
import { nextWakeAt } from '../deadlines.ts'
import type { AnswerCommitted, GameEvent, PlayerJoined, SettingsChange, UpdateRequested } from '../game-event.ts'
import type { GameQuestion, GameState } from '../game-state.ts'
import { step } from '../game.ts'
import type { Step } from '../step.ts'
import { buildGuest, buildLobby, buildQuestions, deepFreeze, stageId, START_MS, topicId, userId } from './fixtures.ts'

/** Builders of events. Players are numbers; 0 is the creator. */
export const joins = (player: number): PlayerJoined => ({ type: 'player_joined', player: buildGuest(player) })
export const leaves = (player: number): GameEvent => ({ type: 'player_left', userId: userId(player) })
export const removes = (by: number, player: number): GameEvent => ({
  type: 'player_removed',
  userId: userId(by),
  removedUserId: userId(player),
})
export const renames = (player: number, name: string): GameEvent => ({
  type: 'player_renamed',
  userId: userId(player),
  name,
})
export const erases = (player: number): GameEvent => ({ type: 'player_erased', userId: userId(player) })
export const replaces = (player: number): GameEvent => ({ type: 'game_replaced', userId: userId(player) })
export const asksForRematch = (player: number): GameEvent => ({ type: 'rematch_requested', userId: userId(player) })
export const locks = (player: number, isLocked: boolean): GameEvent => ({
  type: 'lock_requested',
  userId: userId(player),
  isLocked,
})
export const attachesStage = (player: number, stage: number): GameEvent => ({
  type: 'stage_attached',
  userId: userId(player),
  stageId: stageId(stage),
})
export const showsId = (player: number, isIdShown: boolean): GameEvent => ({
  type: 'stage_updated',
  userId: userId(player),
  isIdShown,
})
export const takesSeat = (player: number): GameEvent => ({ type: 'seat_taken', player: buildGuest(player) })
export const leavesSeat = (player: number): GameEvent => ({ type: 'seat_left', userId: userId(player) })
export const stopsStages = (player: number): GameEvent => ({ type: 'stages_stopped', userId: userId(player) })
export const timePasses: GameEvent = { type: 'time_passed' }

export function answers(player: number, answer: AnswerId | null, timeSpentMs = 0, questionIndex?: number) {
  return {
    type: 'answer_committed',
    userId: userId(player),
    answer,
    timeSpentMs,
    questionIndex,
  } satisfies AnswerCommitted
}

export function asksFor(player: number, status: GameStatus): UpdateRequested {
  return { type: 'update_requested', userId: userId(player), status }
}

/** The creator starts the game. `factors`: how many times the usual time the players have, the creator first. */
export function starts(factors: readonly number[] = []): UpdateRequested {
  return { ...asksFor(0, 'starting'), timeFactors: Object.fromEntries(factors.map((by, at) => [userId(at), by])) }
}

export function saves(player: number, settings: Partial<SettingsChange>, status?: GameStatus): UpdateRequested {
  return { type: 'update_requested', userId: userId(player), settings: { questionsHeld: 100, ...settings }, status }
}

export function outage(fromMs: number, toMs: number): GameEvent {
  return { type: 'outage_noticed', fromMs, toMs }
}

/** Applies the events one after the other. Throws if one is refused, or if a step writes into what it was given. */
export function after(
  state: GameState,
  questions: readonly GameQuestion[],
  ...events: [GameEvent, number][]
): GameState {
  return events.reduce((now, [event, atMs]) => {
    const taken = step(deepFreeze(now), deepFreeze(questions), event, atMs)
    if (taken.refused) throw new Error(`${event.type} was refused: ${taken.refused}`)
    return taken.state
  }, state)
}

export function lobbyOf(playerCount: number): GameState {
  const guests = Array.from({ length: playerCount - 1 }, (_, index) => index + 1)
  const lobby = after(buildLobby(), [], [saves(0, { topics: [topicId(1)] }), START_MS])
  return after(lobby, [], ...guests.map((guest): [GameEvent, number] => [joins(guest), START_MS]))
}

export const QUESTIONS = buildQuestions(3)
export const OPENED_MS = START_MS + 4_000

/** The countdown has begun at START_MS. */
export function startingGame(playerCount: number, questions: readonly GameQuestion[] = QUESTIONS): GameState {
  return after(lobbyOf(playerCount), questions, [asksFor(0, 'starting'), START_MS])
}

/** The first question has been open since OPENED_MS. */
export function runningGame(playerCount: number, questions: readonly GameQuestion[] = QUESTIONS): GameState {
  return after(startingGame(playerCount, questions), questions, [timePasses, OPENED_MS])
}

/** The same, with one player for each factor. */
export function relaxedGame(...factors: number[]): GameState {
  return after(lobbyOf(factors.length), QUESTIONS, [starts(factors), START_MS], [timePasses, OPENED_MS])
}

/** The same, without a clock. */
export function untimedGame(playerCount: number, factors: readonly number[] = []): GameState {
  const off = saves(0, { hasClock: false })
  return after(lobbyOf(playerCount), QUESTIONS, [off, START_MS], [starts(factors), START_MS], [timePasses, OPENED_MS])
}

/** Nobody answers until the game has ended by itself. */
export function finishedGame(playerCount: number): GameState {
  let state = runningGame(playerCount)
  while (state.status === 'running') state = after(state, QUESTIONS, [timePasses, nextWakeAt(state) ?? 0])
  return state
}

/** The awards of a step, as user and points. */
export function awardsIn({ awards }: Step): [user: string, points: number][] {
  return awards.map(({ userId: user, points }) => [user, points])
}

/** Who is notified of a step: first those who have left, then everybody in the game. */
export function updatesIn({ leavers, update }: Step): string[] {
  return [...leavers.map((leaver) => `${leaver.reason} to ${leaver.userId}`), ...(update ? [update] : [])]
}
