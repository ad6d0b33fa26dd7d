import { balanceRules } from './balance-rules.ts'
import { characterRules } from './character-rules.ts'
import { fault, type Finding, type Problem } from './finding.ts'
import { hintRules } from './hint-rules.ts'
import { importedLengthNotes, lengthRules } from './length-rules.ts'
import { spellingRules } from './spelling-rules.ts'
import type { BankQuestion, BankTopic } from './topic-file.ts'
import { TOPIC_GROUPS } from './topic-groups.ts'
import { wordingRules } from './wording-rules.ts'

/** A topic with where it was read from: `file` is a path within `content/`, such as `imported/birds.yaml`. */
export interface BankFile {
  file: string
  topic: BankTopic
}

type QuestionRule = (question: BankQuestion, topicKey: string) => Iterable<Problem>

const QUESTION_RULES: readonly QuestionRule[] = [lengthRules, wordingRules, characterRules, spellingRules, hintRules]

/** Imported files are other people's words: they need to be sound, not in our style. */
export function isImported(file: string): boolean {
  return file.startsWith('imported/')
}

/** All that can be said about one topic by itself; what concerns the whole bank is in bank-rules.ts. */
export function topicFindings({ file, topic }: BankFile): Finding[] {
  const rules = isImported(file) ? [importedLengthNotes] : QUESTION_RULES
  const ofQuestions = topic.questions.flatMap((question) =>
    rules.flatMap((rule) => [...rule(question, topic.key)].map((problem) => at(file, question.id, problem))),
  )
  if (isImported(file)) return ofQuestions
  const ofTopic = [...groupRule(topic), ...balanceRules(topic)]
  return [...ofTopic.map((problem) => at(file, null, problem)), ...ofQuestions]
}

function* groupRule(topic: BankTopic): Iterable<Problem> {
  if (!TOPIC_GROUPS.includes(topic.group)) yield fault(`'${topic.group}' is none of the bank's groups`)
}

function at(file: string, questionId: string | null, problem: Problem): Finding {
  return { file, questionId, ...problem }
}
