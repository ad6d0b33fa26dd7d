import type { Topic } from '@quizmaster/contract/http/gameplay'
import type { StoreApi } from 'zustand'

/** The topics chosen on a settings screen. While `all` is set, the single topics are kept but don't count. */
export interface TopicChoice {
  readonly topics: readonly Topic[]
  readonly all: boolean
}

/** The topics that a settings screen shows. */
export interface ShownTopics {
  readonly topics: readonly Topic[]
}

/** The stores that a topic picker reads and changes. Practice and each game have their own pair. */
export interface TopicStores {
  readonly choice: StoreApi<TopicChoice>
  readonly shown: StoreApi<ShownTopics>
}

/** The choice with one topic added, or removed if it was chosen. */
export function toggleTopic(choice: TopicChoice, topic: Topic): TopicChoice {
  const rest = choice.topics.filter(({ id }) => id !== topic.id)
  return { ...choice, topics: rest.length < choice.topics.length ? rest : [...choice.topics, topic] }
}

/** The choice with all of `group`, or without any of it if all of it was chosen. */
export function toggleGroup(choice: TopicChoice, group: readonly Topic[]): TopicChoice {
  const all = appendUnknown(choice.topics, group)
  if (all !== choice.topics) return { ...choice, topics: all }
  const ids = new Set(group.map(({ id }) => id))
  return { ...choice, topics: choice.topics.filter(({ id }) => !ids.has(id)) }
}

/** The topics on opening: first the chosen ones, then the others in their order, each only once. */
export function chosenFirst(chosen: readonly Topic[], shown: readonly Topic[]): readonly Topic[] {
  return appendUnknown(chosen, shown)
}

/** The list with the new ones of `more` appended; the same list if there are none. */
export function appendUnknown(shown: readonly Topic[], more: readonly Topic[]): readonly Topic[] {
  const ids = new Set(shown.map(({ id }) => id))
  const added = more.filter(({ id }) => ids.size < ids.add(id).size)
  return added.length > 0 ? [...shown, ...added] : shown
}

/** What the picker shows. */
export type TopicList =
  | { status: 'loading' }
  | { status: 'failed'; retry: () => void }
  | { status: 'ready'; topics: readonly Topic[] }

/** The list by the state of its query. */
export function topicListOf(
  topics: readonly Topic[] | undefined,
  error: Error | null,
  refetch: () => Promise<unknown>,
): TopicList {
  if (topics) return { status: 'ready', topics }
  return error ? { status: 'failed', retry: () => void refetch() } : { status: 'loading' }
}
