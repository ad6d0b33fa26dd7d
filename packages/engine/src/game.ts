import type { GameId, PlayerId, UserId } from '@quizmaster/contract/ids'
import { DEFAULT_QUESTION_COUNT } from '@quizmaster/contract/limits'
import { commitAnswer } from './answering.ts'
import { passDeadlines } from './deadlines.ts'
import { erase } from './erasure.ts'
import type { GameEvent } from './game-event.ts'
import type { EpochMs, GameQuestion, GameState } from './game-state.ts'
import { freshPlayer, join, leave } from './membership.ts'
import { passOutage } from './outage.ts'
import { accept, andThen, type Effect, type Step } from './step.ts'
import { replace, update } from './updating.ts'

/** A lobby with its creator in it. `ids` are new and random. */
export function newGame(
  host: { userId: UserId; name: string },
  ids: { gameId: GameId; playerId: PlayerId },
  nowMs: EpochMs,
): GameState {
  return {
    id: ids.gameId,
    creatorId: host.userId,
    status: 'pending',
    settings: { topics: [], questionCount: DEFAULT_QUESTION_COUNT },
    players: [freshPlayer({ ...host, id: ids.playerId })],
    askedCount: 0,
    isClosed: false,
    answers: [],
    phaseStartedAtMs: nowMs,
    phaseEndsAtMs: null,
    creditedMs: 0,
    changedAtMs: nowMs,
    version: 1,
  }
}

/**
 * What an event makes of a game. First every deadline that is due passes, each at its own instant; then the event is
 * looked at. Where it is refused, the deadlines have still passed: save and publish the state either way.
 *
 * @param questions those drawn for the game, or none before it starts; with the event that asks for `starting`, the
 *   ones it is to start with
 * @param nowMs an instant before the game's last change counts as that instant
 */
export function step(state: GameState, questions: readonly GameQuestion[], event: GameEvent, nowMs: EpochMs): Step {
  const atMs = nowMs > state.changedAtMs ? nowMs : state.changedAtMs
  const before = event.type === 'outage_noticed' ? passOutage(state, questions, event, atMs) : accept(state)
  const passed = andThen(before, (game) => passDeadlines(game, questions, atMs))
  return withOneUpdate(andThen(passed, (game) => look(game, questions, event, atMs)))
}

function look(state: GameState, questions: readonly GameQuestion[], event: GameEvent, atMs: EpochMs): Step {
  switch (event.type) {
    case 'player_joined':
      return join(state, event, atMs)
    case 'player_left':
      return leave(state, questions, event.userId, atMs)
    case 'player_erased':
      return erase(state, questions, event.userId, atMs)
    case 'update_requested':
      return update(state, questions, event, atMs)
    case 'answer_committed':
      return commitAnswer(state, questions, event, atMs)
    case 'game_replaced':
      return replace(state, questions, event.userId, atMs)
    default:
      return accept(state)
  }
}

/** An update shows the whole game as it stands after the step, so of several only the last is sent. */
function withOneUpdate(taken: Step): Step {
  const last = taken.effects.findLast(isForRoom)
  return { ...taken, effects: taken.effects.filter((effect) => effect === last || !isForRoom(effect)) }
}

function isForRoom(effect: Effect): boolean {
  return effect.type === 'publish' && effect.to === undefined
}
