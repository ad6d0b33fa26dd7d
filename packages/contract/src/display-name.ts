import { DISPLAY_NAME_MAX_LENGTH, DISPLAY_NAME_MIN_LENGTH } from './limits.ts'
import { MESSAGES } from './messages.ts'

const FORBIDDEN = /[\p{Cc}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/u
/** Always drawn as nothing or as a blank. */
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800\u{1d159}]/gu
const JOINED_SCRIPTS = ['Arab', 'Beng', 'Deva', 'Gujr', 'Guru', 'Knda', 'Mlym', 'Orya', 'Sinh', 'Taml', 'Telu']
  .map((script) => String.raw`\p{Script_Extensions=${script}}`)
  .join('')
const JOINED_LETTER = String.raw`(?=[\p{L}\p{M}])[${JOINED_SCRIPTS}]`
/** Invisible characters that emoji and scripts with joined letters are spelled with, and the character before each. */
const SPELLED = new RegExp(
  [
    String.raw`\p{Extended_Pictographic}(?:\ufe0f|\p{Emoji_Modifier})?\u200d(?=\p{Extended_Pictographic})`,
    String.raw`\p{Extended_Pictographic}\ufe0f`,
    String.raw`[0-9#*]\ufe0f(?=\u20e3)`,
    `${JOINED_LETTER}[\u200c\u200d](?=${JOINED_LETTER})`,
  ].join('|'),
  'gu',
)
/**
 * Too many marks on a letter: three of those that go with any script, five of a script's own (Burmese needs four), or
 * the same one twice (UTS 39, section 5.4).
 */
const STACKED = /(?:(?=\p{Script=Inherited})\p{M}){3,}|[\p{Mn}\p{Me}]{5,}|([\p{Mn}\p{Me}])\1/u
const SURPLUS_MARKS =
  /((?:(?=\p{Script=Inherited})\p{M}){2})(?:(?=\p{Script=Inherited})\p{M})+|([\p{Mn}\p{Me}]{4})[\p{Mn}\p{Me}]+/gu
const VISIBLE = /[^\p{Cf}\p{Z}\p{M}\u115f\u1160\u3164\uffa0\u2800]/u

/** The form in which a display name is stored: NFKC, trimmed. */
export function normalizeDisplayName(text: string): string {
  return text.normalize('NFKC').trim()
}

/**
 * Why a display name is refused, or null: it must have 5 to 40 code points after trimming and NFKC, no control or
 * invisible characters but those that emoji and some scripts are spelled with, no stacked marks, and at least one
 * visible character.
 */
export function displayNameProblem(text: string): string | null {
  const name = normalizeDisplayName(text)
  const length = Array.from(name).length
  if (length === 0) return MESSAGES.displayNameRequired
  if (length < DISPLAY_NAME_MIN_LENGTH) return MESSAGES.displayNameTooShort
  if (length > DISPLAY_NAME_MAX_LENGTH) return MESSAGES.displayNameTooLong
  if (FORBIDDEN.test(name) || hasInvisible(name) || STACKED.test(name) || !VISIBLE.test(name))
    return MESSAGES.displayNameInvalid
  return null
}

/** The name without invisible characters and stacked marks, for names that were accepted before these were refused. */
export function cleanDisplayName(name: string): string {
  const plain = hasInvisible(name) ? name.replace(INVISIBLE, '') : name
  return plain
    .replace(/([\p{Mn}\p{Me}])\1+/gu, '$1')
    .replace(SURPLUS_MARKS, '$1$2')
    .trim()
}

function hasInvisible(name: string): boolean {
  return name.replace(SPELLED, '').search(INVISIBLE) !== -1
}
