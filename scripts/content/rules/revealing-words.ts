import type { BankQuestion } from '@quizmaster/content/topic-file'
import { contentWords } from '../texts.ts'
import { type Finding, note } from './finding.ts'
import { isNamedIn } from './question-rules.ts'
import { type BankFile, isImported } from './topic-rules.ts'

/**
 * A word is rare if at most 12 of the bank's 3,000 questions use it. Common words, such as 'city' and 'sound', are
 * shared by chance; with 15 instead of 12, false alarms outnumbered real hints.
 */
const MOST_USES = 12
const SHORTEST_WORD = 4
/** Two words are related if they begin with the same 5 letters and those are 60 % of the longer one. */
const RELATED = { leastLetters: 5, leastShare: 0.6 }

/** Notes on questions that share a rare word, or a relative of it, with the right answer and with no wrong one. */
export function revealingWordFindings(files: readonly BankFile[]): Finding[] {
  const written = files.filter(({ file }) => !isImported(file))
  const uses = countUses(written)
  const isRare = (word: string) => word.length >= SHORTEST_WORD && (uses.get(word) ?? 0) <= MOST_USES
  return written.flatMap(({ file, topic }) =>
    topic.questions.flatMap((question) =>
      sharedByRightOnly(question, isRare).map(([asked, answered]) => ({
        file,
        questionId: question.id,
        ...note(
          asked === answered
            ? `of the answers, only the right one shares '${asked}…' with the question`
            : `of the answers, only the right one has '${answered}…', akin to '${asked}…' in the question`,
        ),
      })),
    ),
  )
}

/** In how many questions each word occurs, the answers included. */
function countUses(files: readonly BankFile[]): Map<string, number> {
  const uses = new Map<string, number>()
  for (const { topic } of files) {
    for (const { text, answers } of topic.questions) {
      for (const word of contentWords([text, ...answers].join(' '))) uses.set(word, (uses.get(word) ?? 0) + 1)
    }
  }
  return uses
}

/** Pairs of a word in the question and the same or a related one in the right answer. */
function sharedByRightOnly(question: BankQuestion, isRare: (word: string) => boolean): [string, string][] {
  const { text, answers, right } = question
  const asked = [...contentWords(text)].filter(isRare)
  const wrong = [...contentWords(answers.filter((answer) => answer !== right).join(' '))]
  // A question that names one answer gets an error; one that names more, or words of a wrong one, offers them as
  // choices.
  if (answers.some((answer) => isNamedIn(text, answer)) || wrong.some((word) => asked.includes(word))) return []
  return [...contentWords(right)].filter(isRare).flatMap((word) => {
    const relative = asked.find((other) => areRelated(other, word))
    return relative === undefined || wrong.some((other) => areRelated(other, word)) ? [] : [[relative, word]]
  })
}

function areRelated(a: string, b: string): boolean {
  if (a === b) return true
  const least = Math.max(RELATED.leastLetters, Math.ceil(RELATED.leastShare * Math.max(a.length, b.length)))
  return a.length >= least && a.slice(0, least) === b.slice(0, least)
}
