import { step } from '@quizmaster/engine/game'
import type { GameEvent } from '@quizmaster/engine/game-event'
import type { Effect, Refusal as EngineRefusal } from '@quizmaster/engine/step'
import type { StoredGame } from './games.queries.ts'

export interface SteppedBatch {
  game: StoredGame
  effects: Effect[]
  /** Of each event, in their order; null where it was not refused. */
  refusals: (EngineRefusal | null)[]
  /** True where the game ends: that changes members and points too, which is more than one statement. */
  needsTransaction: boolean
}

/** Steps the events that came in the same instant one after the other; what comes of it is saved and told once. */
export function stepBatch(before: StoredGame, events: readonly GameEvent[], nowMs: number): SteppedBatch {
  const { questions } = before
  const effects: Effect[] = []
  const refusals: SteppedBatch['refusals'] = []
  let { state } = before
  for (const event of events) {
    const taken = step(state, questions, event, nowMs)
    state = taken.state
    effects.push(...taken.effects)
    refusals.push(taken.refused)
  }
  const isEnding = state.status !== before.state.status && state.status !== 'running'
  return { game: { state, questions }, effects: lastForRoom(effects), refusals, needsTransaction: isEnding }
}

/** Of several updates of the room only the last is sent; it shows the whole game. */
function lastForRoom(effects: readonly Effect[]): Effect[] {
  const forRoom = effects.filter((effect) => effect.type === 'publish' && effect.to === undefined)
  // An opened or closed question must not wait as long as a mere "has answered" may.
  const told =
    forRoom.findLast((effect) => effect.type === 'publish' && effect.reason !== 'answer_committed') ?? forRoom.at(-1)
  return effects.filter((effect) => effect === told || !forRoom.includes(effect))
}
