import { MAX_STAGES } from '@quizmaster/contract/limits'
import type { UserId } from '@quizmaster/contract/ids'
import { creatorRefusal } from './creator-requests.ts'
import type { StageAttached, StageUpdated } from './game-event.ts'
import type { EpochMs, GameState } from './game-state.ts'
import { accept, change, refuse, type Step } from './step.ts'

/** `POST game/stage`: one more stage shows the game, in any status but archived. The id is shown at first. */
export function attachStage(state: GameState, { userId, stageId }: StageAttached, atMs: EpochMs): Step {
  const refusal = creatorRefusal(state, userId)
  if (refusal) return refuse(state, refusal)
  if (state.status === 'archived') return refuse(state, 'no_game')
  const { stage } = state
  if (!stage) {
    const first = { ids: [stageId], isIdShown: true, sinceMs: atMs }
    return change(state, atMs, { stage: first }, { update: 'settings_changed' })
  }
  if (stage.ids.includes(stageId)) return accept(state)
  if (stage.ids.length >= MAX_STAGES) return refuse(state, 'too_many_stages')
  // The players see no difference.
  return change(state, atMs, { stage: { ...stage, ids: [...stage.ids, stageId] } })
}

/** `POST game/stage/update`: shows or hides the id on all stages. */
export function updateStage(state: GameState, { userId, isIdShown }: StageUpdated, atMs: EpochMs): Step {
  const refusal = creatorRefusal(state, userId)
  if (refusal) return refuse(state, refusal)
  const { stage } = state
  if (!stage) return refuse(state, 'no_stage')
  if (stage.isIdShown === isIdShown) return accept(state)
  return change(state, atMs, { stage: { ...stage, isIdShown } }, { update: 'settings_changed' })
}

/** `POST game/stage/stop`: no stage shows the game any more. Does nothing if none does. */
export function stopStages(state: GameState, userId: UserId, atMs: EpochMs): Step {
  const refusal = creatorRefusal(state, userId)
  if (refusal) return refuse(state, refusal)
  return state.stage ? change(state, atMs, { stage: null }, { update: 'settings_changed' }) : accept(state)
}
