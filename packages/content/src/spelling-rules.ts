import { BRITISH_BY_AMERICAN, DOUBTFUL_SPELLINGS } from './american-spellings.ts'
import { textsOf } from './character-rules.ts'
import { fault, note, type Problem } from './finding.ts'
import { RIGHT_BY_MISSPELLING } from './misspellings.ts'
import type { BankQuestion } from './topic-file.ts'

/** A 'meter' alone may be a gas meter; after a number it is a length. */
const METERS = /\b(?:[\d,.]*\d|square|cubic|hundred|thousand|million|few|one|two|ten) meters?\b/i

/** British spelling, and common slips, in every text of a question. */
export function* spellingRules(question: BankQuestion): Iterable<Problem> {
  for (const [place, text] of textsOf(question)) {
    if (METERS.test(text)) yield fault(`${place} says 'meter': British is 'metre'`)
    for (const { 0: word, index } of text.matchAll(/\p{L}+/gu)) yield* wordSpelling(place, word, text, index)
  }
}

function* wordSpelling(place: string, word: string, text: string, at: number): Iterable<Problem> {
  const lower = word.toLowerCase()
  const right = RIGHT_BY_MISSPELLING.get(lower)
  if (right !== undefined) yield fault(`${place} says '${word}' for '${right}'`)
  const british = BRITISH_BY_AMERICAN.get(lower)
  if (british === undefined || isName(word, text, at)) return
  const reason = `${place} says '${word}': British is '${british}'`
  yield DOUBTFUL_SPELLINGS.has(lower) ? note(reason) : fault(reason)
}

/** Names keep their spelling: Pearl Harbor, Labor Day. At the start of a text only a second capital tells. */
function isName(word: string, text: string, at: number): boolean {
  if (!/^\p{Lu}/u.test(word)) return false
  const before = text.slice(0, at)
  return !/(?:^|[.?!] )'?$/.test(before) || /^ \p{Lu}/u.test(text.slice(at + word.length))
}
