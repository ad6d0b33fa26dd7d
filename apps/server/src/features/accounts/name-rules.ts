import { MESSAGES } from '@quizmaster/contract/messages'
import { assignIncrementingIds, collapseDuplicatesTransformer, parseRawPattern, RegExpMatcher } from 'obscenity'
import { INNOCENT, INSULTS, WORST_INSULTS } from './insults.ts'
import { type NameReadings, readingsOf } from './name-readings.ts'

const insults = matcherOf(INSULTS)
const worstInsults = matcherOf(WORST_INSULTS)

function matcherOf(patterns: readonly string[]): RegExpMatcher {
  const kept = ['b', 'e', 'g', 'l', 'o', 's'].map((letter): [string, number] => [letter, 2])
  return new RegExpMatcher({
    blacklistedTerms: assignIncrementingIds(patterns.map(parseRawPattern)),
    whitelistedTerms: [...INNOCENT],
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
/** What stands in the place of somebody whose account is gone. */
const ERASED = 'deletedplayer'

/** Why a display name that has the right form is refused all the same, or null: it insults, or pretends to be us. */
export function nameRefusal(name: string): string | null {
  const readings = readingsOf(name)
  if (isInsulting(readings)) return MESSAGES.displayNameInsulting
  return isOurs(readings) ? MESSAGES.displayNameReserved : null
}

function isInsulting({ words, joined }: NameReadings): boolean {
  return words.some((reading) => insults.hasMatch(reading)) || worstInsults.hasMatch(joined)
}

function isOurs({ words }: NameReadings): boolean {
  return words.some((reading) => {
    const compact = reading.replaceAll(' ', '')
    return OUR_WORDS.test(reading) || OUR_NAME.test(compact) || compact === ERASED
  })
}
