/** The number of boxes. */
export const CODE_LENGTH = 6

/** The content of the six boxes; an empty string for an empty box. */
export type CodeDigits = readonly string[]

/** Six empty boxes. */
export const NO_DIGITS: CodeDigits = Array.from({ length: CODE_LENGTH }, () => '')

/** Puts one character into a box; an empty string clears it. */
export function withDigit(digits: CodeDigits, index: number, character: string): CodeDigits {
  return NO_DIGITS.map((_, place) => (place === index ? character : (digits[place] ?? '')))
}

/**
 * Distributes pasted or autofilled text over the boxes from `start` on; a complete code always starts at the first box.
 * Drops spaces and dashes, which mails use to group digits.
 */
export function spread(digits: CodeDigits, start: number, text: string): CodeDigits {
  const characters = text.replaceAll(/[\s-]/g, '').split('')
  const from = characters.length >= CODE_LENGTH ? 0 : start
  return NO_DIGITS.map((_, place) => characters[place - from] ?? digits[place] ?? '')
}

/** The character typed into a box, which may already have held one. */
export function typedCharacter(before: string, after: string): string {
  const characters = after.trim().split('')
  if (characters.length < 2) return characters[0] ?? ''
  return (characters[0] === before ? characters[1] : characters[0]) ?? ''
}

/** Whether no box is empty. */
export function isFilled(digits: CodeDigits): boolean {
  return NO_DIGITS.every((_, place) => (digits[place] ?? '') !== '')
}

/** The code as one string. */
export function codeOf(digits: CodeDigits): string {
  return digits.join('')
}
