/**
 * All refusals: code, HTTP status and a sentence for people. The server sends the sentence; the web app may show its
 * own wording by code.
 */
export const ERRORS = {
  bad_request: { status: 400, sentence: 'The request is not valid JSON' },
  bad_signature: { status: 400, sentence: 'The signature is not valid' },
  unauthorized: { status: 401, sentence: 'Please sign in' },
  forbidden: { status: 403, sentence: 'You are not allowed to do this' },
  feature_disabled: { status: 403, sentence: 'This feature is switched off' },
  not_creator: { status: 403, sentence: 'Only the creator of the game can do this' },
  removed_from_game: { status: 403, sentence: 'The host has removed you from this game' },
  sign_in_again: { status: 403, sentence: 'Please sign in again to use the admin area' },
  second_factor_required: { status: 403, sentence: 'Please confirm your identity with your second factor' },
  second_factor_missing: { status: 403, sentence: 'Please set up a second factor first' },
  not_found: { status: 404, sentence: 'Not found' },
  no_game: { status: 404, sentence: 'You are not in a game' },
  no_stage: { status: 404, sentence: 'No screen shows this game' },
  game_not_found: { status: 404, sentence: 'Game not found' },
  already_premium: { status: 409, sentence: 'You are already a Legend' },
  no_subscription: { status: 409, sentence: 'There is no subscription to manage' },
  game_exists: { status: 409, sentence: 'You are already in a game' },
  bad_transition: { status: 409, sentence: 'This is not possible at this point in the game' },
  too_early: { status: 409, sentence: 'It is too early for this' },
  too_late: { status: 409, sentence: 'The question has closed' },
  not_enough_players: { status: 409, sentence: 'At least 2 players are needed' },
  no_topics: { status: 409, sentence: 'Choose 1 to 10 topics first' },
  creator_cannot_leave: { status: 409, sentence: 'The creator cannot leave the game' },
  game_not_started: { status: 409, sentence: 'The game has not started yet' },
  game_started: { status: 409, sentence: 'Game has already started' },
  game_locked: { status: 409, sentence: 'The host has locked the lobby' },
  too_many_stages: { status: 409, sentence: 'Too many screens show this game' },
  game_full: { status: 409, sentence: 'Game is full' },
  already_in_game: { status: 409, sentence: 'Leave the current game to join another one' },
  already_answered: { status: 409, sentence: 'You have already answered this question' },
  no_running_game: { status: 409, sentence: 'There is no running game' },
  time_factor_kept: { status: 409, sentence: 'The time to answer can be changed only once a week' },
  second_factor_enabled: { status: 409, sentence: 'The second factor is already on' },
  payload_too_large: { status: 413, sentence: 'The request is too large' },
  unsupported_media_type: { status: 415, sentence: 'The request must be JSON' },
  app_too_old: { status: 426, sentence: 'This version of the app is too old. Please update it' },
  rate_limited: { status: 429, sentence: 'Too many attempts. Please wait a moment and try again' },
  internal_error: { status: 500, sentence: 'Something went wrong on our side' },
  unavailable: { status: 503, sentence: 'The service is not available right now. Please try again' },
  payments_unavailable: { status: 503, sentence: 'Payments are not available right now. Please try again' },
} as const satisfies Record<string, { status: number; sentence: string }>

export type ErrorCode = keyof typeof ERRORS

/** Body of a refusal that is not about a field. */
export interface ErrorBody {
  error: string
  code: ErrorCode
  details?: unknown
}

/** Body of a 422: messages by field; nested fields have dotted names. */
export interface FieldErrorsBody {
  errors: Record<string, string[]>
}
