import { ApiError } from '../../platform/http.ts'

/** Why a new game was refused: the player is in one. Null for any other failure. */
export function existingGameOf(error: unknown): { isHost: boolean } | null {
  if (!(error instanceof ApiError) || error.code !== 'game_exists') return null
  const details = (error.details ?? {}) as { is_creator?: unknown }
  return { isHost: details.is_creator === true }
}
