import { stringify } from 'yaml'
import type { BankQuestion, BankTopic } from './topic-file.ts'

/** The text of a topic file (content/README.md). Reading it back gives the same topic; its key is the file's name. */
export function topicYaml(topic: BankTopic): string {
  return toYaml(topicFields(topic))
}

/** The text of a file with several topics, each with its key. */
export function bundleYaml(topics: readonly BankTopic[]): string {
  return toYaml({
    topics: topics.map((topic) => ({ key: topic.key, ...topicFields(topic) })),
  })
}

function topicFields({ name, group, synonyms, questions }: BankTopic) {
  return { name, group, ...(synonyms.length > 0 && { synonyms }), questions: questions.map(withFieldOrder) }
}

/** Fields in a fixed order, so that diffs stay small. Undefined fields are omitted. */
function withFieldOrder({ id, difficulty, text, answers, right, description, source }: BankQuestion) {
  return { id, difficulty, text, answers, right, description, source }
}

function toYaml(value: object): string {
  return stringify(value, { lineWidth: 0, aliasDuplicateObjects: false })
}
