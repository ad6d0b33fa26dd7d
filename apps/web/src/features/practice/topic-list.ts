import type { Topic } from '@quizmaster/contract/http/gameplay'

/** What the chip area has to show. */
export type TopicList =
  | { status: 'loading' }
  | { status: 'failed'; retry: () => void }
  | { status: 'ready'; topics: readonly Topic[] }

/** The state of a list of topics, from what its query says. */
export function topicListOf(
  topics: readonly Topic[] | undefined,
  error: Error | null,
  refetch: () => Promise<unknown>,
): TopicList {
  if (topics) return { status: 'ready', topics }
  return error ? { status: 'failed', retry: () => void refetch() } : { status: 'loading' }
}
