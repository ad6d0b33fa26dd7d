import type { Topic } from '@quizmaster/contract/http/gameplay'
import type { TopicChoice } from './journey.ts'

/** The choice with one topic taken in or out. */
export function toggleTopic(choice: TopicChoice, topic: Topic): TopicChoice {
  const rest = choice.topics.filter(({ id }) => id !== topic.id)
  return { ...choice, topics: rest.length < choice.topics.length ? rest : [...choice.topics, topic] }
}

/** The topics on opening: the chosen ones first, each once, the rest as it was (contract 8). */
export function chosenFirst(chosen: readonly Topic[], shown: readonly Topic[]): readonly Topic[] {
  return appendUnknown(chosen, shown)
}

/** The list with those topics added at its end that it doesn't hold yet. The same list where that is none. */
export function appendUnknown(shown: readonly Topic[], more: readonly Topic[]): readonly Topic[] {
  const ids = new Set(shown.map(({ id }) => id))
  const added = more.filter(({ id }) => ids.size < ids.add(id).size)
  return added.length > 0 ? [...shown, ...added] : shown
}
