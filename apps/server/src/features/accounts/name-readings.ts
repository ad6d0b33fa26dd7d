import { resolveConfusablesTransformer, resolveLeetSpeakTransformer } from 'obscenity'

const { transform: resolveConfusable } = resolveConfusablesTransformer()
const { transform: resolveLeet } = resolveLeetSpeakTransformer()

/** Marks on letters, and what nobody sees. */
const UNSEEN = /[\p{M}\p{Cf}]/gu
/** Look-alikes that the library's list lacks. */
const SMALL_CAPITALS = new Map([
  [0xa730, 0x66],
  [0xa731, 0x73],
])
const VOWELS = ['a', 'e', 'i', 'o', 'u']
/** What stands for a letter that everybody can guess. */
const BLANKS = /[*#%@]/g
/** Signs that stand for another letter than the library takes them for. */
const OTHER_SIGNS = new Map([
  ['1', 'l'],
  ['9', 'g'],
])
const SHORT = 2

/** The ways in which people may read a name, each as small Latin words with one space between them. */
export interface NameReadings {
  /** Whole words, by whatever trick they are written. */
  words: string[]
  /** The same with short words joined to their neighbours: only what is unmistakable may be looked for in here. */
  joined: string
}

/**
 * Undoes the usual tricks: accents, letters of other scripts that look Latin, unseen characters, digits and signs for
 * letters, signs between letters, letters set apart or drawn out, words run together but for their capitals, x at both ends, and stars.
 */
export function readingsOf(name: string): NameReadings {
  const seen = name.normalize('NFKD').replace(UNSEEN, '')
  const plain = mapChars(seen, (char) => SMALL_CAPITALS.get(char) ?? resolveConfusable(char))
  const tokens = plain.toLowerCase().split(/\s+/)
  const said = tokens.map(undoLeet).filter((token) => token !== '')
  const words = [
    lettersOf(plain.toLowerCase()),
    lettersOf(plain.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()),
    said.join(' '),
    said.map(halved).join(' '),
    said.map((word) => word.replace(/(.)\1{2,}/g, '$1')).join(' '),
    said.map((word) => word.replace(/^x+(.*[^x])x+$/, '$1')).join(' '),
    tokens.map((token) => undoLeet(token.replace(/^[^a-z]+|[^a-z]+$/g, ''))).join(' '),
    tokens.map((token) => undoLeet(token.replace(/[19]/g, (sign) => OTHER_SIGNS.get(sign) ?? sign))).join(' '),
    runsOfShort(said),
    runsOfShort(lettersOf(plain.toLowerCase()).split(' ')),
    ...(/[a-z][*#%@]+[a-z]/i.test(seen)
      ? VOWELS.map((vowel) => tokens.map((token) => undoLeet(token.replace(BLANKS, vowel))).join(' '))
      : []),
  ]
  return { words: [...new Set(words)], joined: joinShort(said) }
}

function mapChars(text: string, map: (char: number) => number | undefined): string {
  return Array.from(text, (char) => String.fromCodePoint(map(char.codePointAt(0) ?? 0) ?? 32)).join('')
}

function lettersOf(text: string): string {
  return text.replace(/[^a-z]+/g, ' ').trim()
}

/** A number is no word: "455" spells nothing. */
function undoLeet(token: string): string {
  return /[a-z]/.test(token) ? mapChars(token, resolveLeet).replace(/[^a-z]/g, '') : ''
}

/** "ssttuutttteerr": a word in which no letter stands alone, with half as many of each. */
function halved(word: string): string {
  const runs = word.match(/(.)\1*/g) ?? []
  return runs.every((run) => run.length > 1) ? runs.map((run) => run.slice(0, run.length >> 1)).join('') : word
}

/** "f u c k" and "fu ck": several short words in a row are read as one. */
function runsOfShort(words: readonly string[]): string {
  return words.reduce((text, word, index) => {
    const isRun = word.length <= SHORT && (words[index - 1] ?? '').length <= SHORT
    return index === 0 ? word : `${text}${isRun ? '' : ' '}${word}`
  }, '')
}

function joinShort(words: readonly string[]): string {
  return words.reduce((text, word, index) => {
    const isNearShort = word.length <= SHORT || (words[index - 1] ?? '').length <= SHORT
    return index === 0 ? word : `${text}${isNearShort ? '' : ' '}${word}`
  }, '')
}
