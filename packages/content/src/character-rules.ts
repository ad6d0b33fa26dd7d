import { fault, type Problem } from './finding.ts'
import type { BankQuestion } from './topic-file.ts'

const FAULTS: readonly (readonly [RegExp, string])[] = [
  [/[\p{Cc}\p{Cf}\p{Co}\p{Cn}\uFFFD]/u, 'holds a character that nobody can see or read'],
  [/\s{2,}|[^\S ]/u, 'holds a doubled or an odd space'],
  [/[‘’‚‛“”„‟«»`´]/u, "holds curly quotes: write ' for them"],
  [/"/u, "holds double quotes: titles and quoted words stand in 'single' ones"],
  [/—/u, 'holds a long dash: write a comma, a colon or two sentences'],
  [/&(?:[a-z]+|#\d+);/iu, 'holds an entity that was never decoded'],
  [/Ã.|â€|Â[^\p{L}]/u, 'holds letters of a broken encoding'],
  [/\s[,;?!](?!\p{L})|\s\.(?![\d.\p{L}])/u, 'has a space before a sign'],
  [/\p{L}[,;!?]\p{L}/u, 'lacks a space after a sign'],
  [/[?!]{2,}|(?<!\.)\.\.(?!\.)|,,/u, 'has a doubled sign'],
  [/\b(the|an?|of|in|is|are|to|and|was|were|by|for|on|with|it|its|at|from|as) \1\b/iu, 'repeats a word'],
]

/** Spaces, signs and letters, in every text of a question. */
export function* characterRules(question: BankQuestion): Iterable<Problem> {
  for (const [place, text] of textsOf(question)) {
    for (const [pattern, reason] of FAULTS) if (pattern.test(text)) yield fault(`${place} ${reason}`)
  }
  if (question.description !== undefined && !/[.!?]['’)]?$/.test(question.description)) {
    yield fault('the description ends without a full stop')
  }
}

/** Every text of a question that players read, with its name for a person. */
export function textsOf(question: BankQuestion): (readonly [place: string, text: string])[] {
  return [
    ['the question', question.text],
    ...question.answers.map((answer) => [`the answer '${answer}'`, answer] as const),
    ...(question.description === undefined ? [] : [['the description', question.description] as const]),
  ]
}
