import type { BankQuestion } from '@quizmaster/content/topic-file'
import { groupBy } from '../../lib/group-by.ts'
import { fold, foldCase } from '../texts.ts'
import type { Finding } from './finding.ts'
import { nearDuplicates } from './near-duplicates.ts'
import { type BankFile, isImported } from './topic-rules.ts'

interface Placed {
  file: string
  key: string
  question: BankQuestion
}

/** Findings across topics: keys and names used twice, questions asked twice. */
export function bankFindings(files: readonly BankFile[]): Finding[] {
  return [
    ...usedTwice(files, ({ topic }) => topic.key, 'the key'),
    ...usedTwice(files, ({ topic }) => fold(topic.name), 'the name'),
    ...repeatedQuestions(files),
  ]
}

function usedTwice(files: readonly BankFile[], by: (file: BankFile) => string, what: string): Finding[] {
  return [...groupBy(files, by)].flatMap(([value, users]) =>
    users.length < 2
      ? []
      : users.map(({ file }) => ({
          file,
          questionId: null,
          level: 'error' as const,
          reason: `${what} '${value}' is used by ${others(users, file)} too`,
        })),
  )
}

function others(users: readonly BankFile[], file: string): string {
  return users
    .map((user) => user.file)
    .filter((name) => name !== file)
    .join(', ')
}

function repeatedQuestions(files: readonly BankFile[]): Finding[] {
  const placed = files.flatMap(({ file, topic }) =>
    topic.questions.map((question): Placed => ({ file, key: `${topic.key}/${question.id}`, question })),
  )
  const written = placed.filter(({ file }) => !isImported(file))
  const same = [...groupBy(placed, ({ question }) => questionFold(question)).values()].flatMap(pairsOf)
  const sameKeys = new Set(same.map(([a, b]) => `${a.key} ${b.key}`))
  const alike = nearDuplicates(written.map(({ question }) => question)).flatMap(([first, second]) => {
    const [a, b] = [written[first], written[second]]
    return a && b && !sameKeys.has(`${a.key} ${b.key}`) ? [[a, b] as const] : []
  })
  return [
    ...same.flatMap((pair) => reportBoth(pair, 'asks the same as')),
    ...alike.flatMap((pair) => reportBoth(pair, 'looks like the fact of')),
  ]
}

/** The question without case, quotes and extra spaces, for comparing questions. */
export function questionFold(question: { text: string }): string {
  return foldCase(question.text.replace(/['"‘’“”]/g, '')).replace(/\s*[?.]+$/, '')
}

function pairsOf(group: readonly Placed[]): (readonly [Placed, Placed])[] {
  return group.flatMap((a, index) => group.slice(index + 1).map((b) => [a, b] as const))
}

/** Reported for both files, because authors read only their own. If one of them is imported, only a note. */
function reportBoth([a, b]: readonly [Placed, Placed], what: string): Finding[] {
  const level = isImported(a.file) || isImported(b.file) ? 'note' : 'error'
  const finding = (here: Placed, there: Placed): Finding => ({
    file: here.file,
    questionId: here.question.id,
    level,
    reason: `${what} ${there.key}: ${there.question.text}`,
  })
  return [finding(a, b), finding(b, a)]
}
