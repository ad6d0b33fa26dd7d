import type { BankTopic } from '@quizmaster/content/topic-file'
import type { BankFile } from '@quizmaster/content/topic-rules'

/** A command given wrongly; the message is for the person who typed it. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** The topics of these keys, in their order; all of them without keys. */
export function pickTopics(files: readonly BankFile[], keys: readonly string[]): BankTopic[] {
  const topics = files.map(({ topic }) => topic)
  if (keys.length === 0) return topics
  return [...new Set(keys)].map((key) => {
    const topic = topics.find((candidate) => candidate.key === key)
    if (!topic) throw new UsageError(`no topic '${key}'`)
    return topic
  })
}
