import type { StageGame } from '../http/stage.ts'
import type { StageId } from '../ids.ts'

/** The topic of a stage, on the stages' socket. */
export const stageTopic = (stageId: StageId) => `stage:${stageId}`

/** `stage_update`. A null game tells a stage that it no longer follows one, and to ask for the current state. */
export type StageUpdate = { game: StageGame | null }

/** The reply to `get_stage`: the game that the stage follows, or else the letters to pair it with. */
export type StageState =
  | { game: StageGame; letters: null; letters_until: null; server_time: number }
  | { game: null; letters: string; letters_until: number; server_time: number }
