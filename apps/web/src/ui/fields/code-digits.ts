/** How many boxes a code has (spec 8). */
export const CODE_LENGTH = 6

/** What stands in the six boxes, an empty string where nothing does. */
export type CodeDigits = readonly string[]

/** Six empty boxes. */
export const NO_DIGITS: CodeDigits = Array.from({ length: CODE_LENGTH }, () => '')

/** Puts one character into a box; an empty string clears it. */
export function withDigit(digits: CodeDigits, index: number, character: string): CodeDigits {
  return NO_DIGITS.map((_, place) => (place === index ? character : (digits[place] ?? '')))
}

/**
 * Spreads pasted or filled-in text over the boxes from `start` on; a whole code begins at the first
 * box wherever it was pasted. Blanks and dashes, with which mails like to group digits, are left out.
 */
export function spread(digits: CodeDigits, start: number, text: string): CodeDigits {
  const characters = text.replaceAll(/[\s-]/g, '').split('')
  const from = characters.length >= CODE_LENGTH ? 0 : start
  return NO_DIGITS.map((_, place) => characters[place - from] ?? digits[place] ?? '')
}

/** The character that was typed into a box that may have held another one. */
export function typedCharacter(before: string, after: string): string {
  const characters = after.trim().split('')
  if (characters.length < 2) return characters[0] ?? ''
  return (characters[0] === before ? characters[1] : characters[0]) ?? ''
}

/** Whether every box holds something. */
export function isFilled(digits: CodeDigits): boolean {
  return NO_DIGITS.every((_, place) => (digits[place] ?? '') !== '')
}

/** The code as one word. */
export function codeOf(digits: CodeDigits): string {
  return digits.join('')
}
