import type { BankQuestion } from '@quizmaster/content/topic-file'
import { note, type Problem } from './finding.ts'
import { textsOf } from './question-rules.ts'

type Place = 'question' | 'any text'

/** A pattern that a native editor would usually write differently, and what to say about it. */
interface Pattern {
  place: Place
  pattern: RegExp
  advice: string
}

const WORKS = 'album|ballet|book|comedy|documentary|film|musical|novel|opera|painting|paper|play|poem|series|song'
const YEAR = String.raw`(?:1[0-9]{3}|20[0-9]{2})\b`

const PATTERNS: readonly Pattern[] = [
  {
    // 'In which', 'On which', 'At what time' and 'Under which' read well; 'Between which two' has no other order.
    place: 'question',
    pattern:
      /(?:^|[.?!:] |, )(?:for|from|of|as|against|to|with|into|through|after|upon|towards) (?:what|which|whom|whose)\b/i,
    advice: 'starts with a preposition: put it at the end',
  },
  {
    place: 'question',
    pattern:
      /(?:^|[.?!:,] )(?:on|in|by|at|under|near|about) (?:whom|what) (?:is|are|was|were|do|does|did|has|have|had|can|could|may|must|will)\b/i,
    advice: 'starts with a preposition: put it at the end',
  },
  {
    place: 'question',
    pattern:
      /\b(?:called|named|known as|mean|become|turn into)(?:,? (?:where|that)| (?:from |in |of |on |to |with )?which)\b/,
    advice: 'has a clause separated from its noun',
  },
  {
    // 'for in 1889' and 'to by boat' end a phrase; an article after 'for on' does not.
    place: 'question',
    pattern: /\b(?:with|from|for|of) (?:\w+ )?(?:for|of|from|with) (?:on|in|at|under) (?:the|an?) /,
    advice: 'leaves a preposition in the middle',
  },
  {
    place: 'any text',
    pattern:
      /\b(?:the (?:fleet|house|ship|tower|city|book|box|machine|car|land|coins?|words?|name|songs?|money|tools?|food)) that (?:it|he|she|they)\b/,
    advice: "needs no 'that'",
  },
  { place: 'question', pattern: /\balready\b/i, advice: "hardly needs 'already'" },
  { place: 'any text', pattern: /\b(?:whenever|(?:every )?now and then|every now)\b/i, advice: 'has a needless word' },
  {
    place: 'any text',
    pattern:
      /\b(?:throw(?:s|ing|n)? back (?:the )?(?:light|heat|sound|rays)|soak(?:s|ed|ing)? up|swell(?:s|ing)? in (?:the )?heat|made-up (?:country|creature|island|land|language|name|place|town|word)|blows? from space|web ending|earn(?:s|ed|ing)? good money|tummy|lots of|grown-ups?|mums?|dads?|kids|yummy)\b/i,
    advice: 'has a childish word: use the term',
  },
  {
    place: 'any text',
    pattern: new RegExp(String.raw`\b(?:an? (?:[\w-]+ ){1,3}|(?:${WORKS}) )of ${YEAR}(?![-–s])`, 'i'),
    advice: "has 'of' for a plain compound such as 'a 1967 novel'",
  },
]

/** Patterns of unidiomatic English, as notes: each has exceptions that only a reader can judge. */
export function* englishRules(question: BankQuestion): Iterable<Problem> {
  for (const [place, text] of textsOf(question)) {
    for (const { place: where, pattern, advice } of PATTERNS) {
      const found = where === 'any text' || place === 'the question' ? pattern.exec(text) : null
      if (found) yield note(`${place} ${advice} ('${found[0].replace(/^[.?!:,]? /, '')}')`)
    }
  }
  yield* parallelAnswers(question.answers)
}

/** What an answer can be, by its first words. An answer whose kind can't be told has none. */
const KINDS: readonly (readonly [kind: string, pattern: RegExp])[] = [
  ['begin with a reason', /^(?:Because|So that|So as to)\b/],
  ['begin with an infinitive', /^To (?!(?:an?|the|one|its|his|her|their|each|every)\b)[a-z]/],
  ["begin with 'By' and a verb", /^By [a-z]+ing\b/],
  [
    "begin with a verb in '-ing'",
    /^(?!(?:Nothing|Something|Everything|Anything|King|Spring|During|String)\b)[A-Z][a-z]+ing\b/,
  ],
  [
    'are sentences',
    /^(?:It|They|He|She|We|There|Nobody|Everybody|(?:His|Her|Its|Their) [a-z]+ (?:is|are|was|were|has|had|can|could|will|would)) [a-z]+/,
  ],
  ['are quoted', /^'/],
]
/** How an answer starts that is certainly not a sentence. */
const FRAGMENT = /^(?:As|At|By|For|From|In|Into|Of|On|To|With|Because|So that) (?![^,]*, )/

function* parallelAnswers(answers: readonly string[]): Iterable<Problem> {
  for (const [kind, pattern] of KINDS) {
    const odd = answers.filter((answer) => !pattern.test(answer))
    const [only] = odd
    if (odd.length !== 1 || only === undefined) continue
    // A sentence may start with any noun, and a noun such as 'bookkeeping' may come second.
    if (kind === 'are sentences' && !FRAGMENT.test(only)) continue
    if (kind.includes('-ing') && /ing\b/.test(only)) continue
    yield note(`three answers ${kind}, but not '${only}'`)
  }
}
