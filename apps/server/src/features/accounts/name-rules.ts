import { MESSAGES } from '@quizmaster/contract/messages'
import {
  assignIncrementingIds,
  collapseDuplicatesTransformer,
  parseRawPattern,
  RegExpMatcher,
  resolveConfusablesTransformer,
  resolveLeetSpeakTransformer,
} from 'obscenity'
import { INNOCENT_NAMES, INSULTS, WORST_INSULTS } from './insults.ts'

const insults = matcherOf(INSULTS)
const worstInsults = matcherOf(WORST_INSULTS)

function matcherOf(patterns: readonly string[]): RegExpMatcher {
  const kept = ['b', 'e', 'g', 'l', 'o', 's'].map((letter): [string, number] => [letter, 2])
  return new RegExpMatcher({
    blacklistedTerms: assignIncrementingIds(patterns.map(parseRawPattern)),
    whitelistedTerms: [...INNOCENT_NAMES],
    blacklistMatcherTransformers: [
      collapseDuplicatesTransformer({ defaultThreshold: 1, customThresholds: new Map([...kept, ['k', 3]]) }),
    ],
  })
}

const OUR_ROLES =
  'admin|administrator|mod|moderator|support|staff|team|official|help|helpdesk|bot|service|security|billing'
const OUR_WORDS = /\b(?:admin|admins|administrator|moderator|moderators|support|staff|sysadmin|webmaster|helpdesk)\b/
const OUR_NAME = new RegExp(
  `^(?:the)?quizmaster$|quizmaster(?:${OUR_ROLES})s?$|^(?:the)?(?:${OUR_ROLES})s?(?:of)?quizmaster`,
)
/** "Deleted player", the name that replaces an erased player's. */
const ERASED_NAME = 'deletedplayer'

/** Why a well-formed display name is refused (it is insulting or impersonates us), or null. */
export function nameRefusal(name: string): string | null {
  const readings = readingsOf(name)
  if (isInsulting(readings)) return MESSAGES.displayNameInsulting
  return isImpersonation(readings) ? MESSAGES.displayNameReserved : null
}

function isInsulting({ words, joined }: NameReadings): boolean {
  return words.some((reading) => insults.hasMatch(reading)) || worstInsults.hasMatch(joined)
}

function isImpersonation({ words }: NameReadings): boolean {
  return words.some((reading) => {
    const compact = reading.replaceAll(' ', '')
    return OUR_WORDS.test(reading) || OUR_NAME.test(compact) || compact === ERASED_NAME
  })
}

const { transform: resolveConfusable } = resolveConfusablesTransformer()
const { transform: resolveLeet } = resolveLeetSpeakTransformer()

/** Combining marks and invisible formatting characters. */
const INVISIBLE = /[\p{M}\p{Cf}]/gu
/** Look-alike characters missing from the library's list. */
const SMALL_CAPITALS = new Map([
  [0xa730, 0x66],
  [0xa731, 0x73],
])
const VOWELS = ['a', 'e', 'i', 'o', 'u']
/** Signs used in place of a vowel, as in "f*ck". */
const CENSOR_SIGNS = /[*#%@]/g
/** Digits with a second reading besides the library's. */
const ALTERNATIVE_DIGITS = new Map([
  ['1', 'l'],
  ['9', 'g'],
])
/** Words up to this length may be fragments of one word. */
const FRAGMENT_LENGTH = 2

/** The ways a name can be read, each as lower-case Latin words separated by single spaces. */
interface NameReadings {
  /** Readings as whole words. */
  words: string[]
  /** Short words joined to their neighbours. Prone to false matches, so used for the worst insults only. */
  joined: string
}

/**
 * Undoes the usual evasions: accents, look-alike letters of other scripts, invisible characters, digits and signs for
 * letters, separators, spaced or repeated letters, camel case, surrounding x's, and asterisks.
 */
function readingsOf(name: string): NameReadings {
  const visible = name.normalize('NFKD').replace(INVISIBLE, '')
  const plain = mapChars(visible, (char) => SMALL_CAPITALS.get(char) ?? resolveConfusable(char))
  const tokens = plain.toLowerCase().split(/\s+/)
  const decoded = tokens.map(undoLeet).filter((token) => token !== '')
  const words = [
    lettersOf(plain.toLowerCase()),
    lettersOf(plain.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()),
    decoded.join(' '),
    decoded.map(halveRuns).join(' '),
    decoded.map((word) => word.replace(/(.)\1{2,}/g, '$1')).join(' '),
    decoded.map((word) => word.replace(/^x+(.*[^x])x+$/, '$1')).join(' '),
    tokens.map((token) => undoLeet(token.replace(/^[^a-z]+|[^a-z]+$/g, ''))).join(' '),
    tokens.map((token) => undoLeet(token.replace(/[19]/g, (sign) => ALTERNATIVE_DIGITS.get(sign) ?? sign))).join(' '),
    joinFragmentRuns(decoded),
    joinFragmentRuns(lettersOf(plain.toLowerCase()).split(' ')),
    ...(/[a-z][*#%@]+[a-z]/i.test(visible)
      ? VOWELS.map((vowel) => tokens.map((token) => undoLeet(token.replace(CENSOR_SIGNS, vowel))).join(' '))
      : []),
  ]
  return { words: [...new Set(words)], joined: joinFragments(decoded) }
}

function mapChars(text: string, map: (char: number) => number | undefined): string {
  return Array.from(text, (char) => String.fromCodePoint(map(char.codePointAt(0) ?? 0) ?? 32)).join('')
}

function lettersOf(text: string): string {
  return text.replace(/[^a-z]+/g, ' ').trim()
}

/** Empty for plain numbers: "455" isn't read as a word. */
function undoLeet(token: string): string {
  return /[a-z]/.test(token) ? mapChars(token, resolveLeet).replace(/[^a-z]/g, '') : ''
}

/** Halves each run of letters in a word that has no single letters, as in "ssttuutttteerr". */
function halveRuns(word: string): string {
  const runs = word.match(/(.)\1*/g) ?? []
  return runs.every((run) => run.length > 1) ? runs.map((run) => run.slice(0, run.length >> 1)).join('') : word
}

/** Joins consecutive short words, as in "f u c k" and "fu ck". */
function joinFragmentRuns(words: readonly string[]): string {
  return words.reduce((text, word, index) => {
    const isRun = word.length <= FRAGMENT_LENGTH && (words[index - 1] ?? '').length <= FRAGMENT_LENGTH
    return index === 0 ? word : `${text}${isRun ? '' : ' '}${word}`
  }, '')
}

function joinFragments(words: readonly string[]): string {
  return words.reduce((text, word, index) => {
    const isFragment = word.length <= FRAGMENT_LENGTH || (words[index - 1] ?? '').length <= FRAGMENT_LENGTH
    return index === 0 ? word : `${text}${isFragment ? '' : ' '}${word}`
  }, '')
}
