import { DISPLAY_NAME_MAX_LENGTH, DISPLAY_NAME_MIN_LENGTH } from './limits.ts'
import { MESSAGES } from './messages.ts'

const FORBIDDEN = /[\p{Cc}\p{Cs}\p{Co}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\u2028\u2029\ufeff\ufff9-\ufffb]/u
const VISIBLE = /[^\p{Cf}\p{Z}\p{M}\u115f\u1160\u3164\uffa0\u2800]/u

/** The form in which a display name is stored: NFKC, trimmed. */
export function normalizeDisplayName(text: string): string {
  return text.normalize('NFKC').trim()
}

/**
 * Why a display name is refused, or null: it must have 5 to 40 code points after trimming and NFKC, no control or bidi
 * characters, and at least one visible character.
 */
export function displayNameProblem(text: string): string | null {
  const name = normalizeDisplayName(text)
  const length = Array.from(name).length
  if (length === 0) return MESSAGES.displayNameRequired
  if (length < DISPLAY_NAME_MIN_LENGTH) return MESSAGES.displayNameTooShort
  if (length > DISPLAY_NAME_MAX_LENGTH) return MESSAGES.displayNameTooLong
  if (FORBIDDEN.test(name) || !VISIBLE.test(name)) return MESSAGES.displayNameInvalid
  return null
}
