import { stringify } from 'yaml'
import type { BankQuestion, BankTopic } from './topic-file.ts'

/** A topic in our own format (content/README.md); its key is the file's name. Reading it back gives the same topic. */
export function topicYaml({ name, group, questions }: BankTopic): string {
  return toYaml({ name, group, questions: questions.map(ordered) })
}

/** Several topics in one file, each with its key. */
export function bundleYaml(topics: readonly BankTopic[]): string {
  return toYaml({
    topics: topics.map(({ key, name, group, questions }) => ({ key, name, group, questions: questions.map(ordered) })),
  })
}

/** Always the same order of fields, so that files compare well; what is undefined is left out. */
function ordered({ id, difficulty, text, answers, right, description, source }: BankQuestion) {
  return { id, difficulty, text, answers, right, description, source }
}

function toYaml(value: object): string {
  return stringify(value, { lineWidth: 0, aliasDuplicateObjects: false })
}
