import { DISPLAY_NAME_MAX_LENGTH } from '@quizmaster/contract/limits'
import { resolveConfusablesTransformer } from 'obscenity'

const { transform: resolveConfusable } = resolveConfusablesTransformer()

const MARKS_AND_INVISIBLE = /[\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu
const SPACES_AND_PUNCTUATION = /[\p{Z}\p{P}]/gu

/**
 * A name that can be told from the others: the name itself, or the name with the lowest number from 2 that makes it
 * distinct. Two people called Anna are Anna and Anna 2. It has at most 40 characters.
 */
export function distinctName(name: string, others: readonly string[]): string {
  const taken = new Set(others.map(appearanceOf))
  let distinct = name
  for (let number = 2; taken.has(appearanceOf(distinct)); number += 1) distinct = numbered(name, number)
  return distinct
}

function numbered(name: string, number: number): string {
  const suffix = ` ${number}`
  return `${Array.from(name)
    .slice(0, DISPLAY_NAME_MAX_LENGTH - suffix.length)
    .join('')
    .trimEnd()}${suffix}`
}

/**
 * The form in which names that look alike are equal: letters of other scripts become the Latin ones they resemble, and
 * case, accents, spaces and punctuation are dropped. If nothing else is left, as with "-----", the name stays as it is.
 */
function appearanceOf(name: string): string {
  const plain = name.normalize('NFKD').replace(MARKS_AND_INVISIBLE, '')
  const latin = Array.from(plain, latinOf).join('').toLowerCase()
  const letters = latin
    .replace(/[i1|]/g, 'l')
    .replaceAll('0', 'o')
    .replace(SPACES_AND_PUNCTUATION, '')
    .replaceAll('rn', 'm')
  return letters === '' ? plain : letters
}

function latinOf(char: string): string {
  const code = char.codePointAt(0) ?? 0
  return String.fromCodePoint(resolveConfusable(code) ?? code)
}
