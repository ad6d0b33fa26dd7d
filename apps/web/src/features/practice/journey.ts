import type { Question, Topic } from '@quizmaster/contract/http/gameplay'
import type { TopicChoice } from '../questions/topics.ts'

/** The topics of a journey as on the wire: ids, or null for all. */
export type JourneyTopics = readonly Topic['id'][] | null

/** The position in a journey: a list of questions and the index of the current one. */
export interface JourneyPosition {
  readonly questions: readonly Question[]
  readonly index: number
}

/** The topics that a choice gives a journey; `undefined` if nothing is chosen. */
export function journeyTopics(choice: TopicChoice): JourneyTopics | undefined {
  if (choice.all) return null
  return choice.topics.length > 0 ? choice.topics.map((topic) => topic.id) : undefined
}

/** Whether two journeys have the same topics, in any order. */
export function isSameTopics(one: JourneyTopics, other: JourneyTopics): boolean {
  if (one === null || other === null) return one === other
  const ids = new Set(one)
  return ids.size === new Set(other).size && other.every((id) => ids.has(id))
}

/**
 * Whether the stored journey can continue: there is a list for exactly the chosen topics. `undefined` means that
 * nothing is chosen or that there is no journey yet.
 */
export function canContinue(
  chosen: JourneyTopics | undefined,
  running: JourneyTopics | undefined,
  position: JourneyPosition | null,
): boolean {
  return chosen !== undefined && running !== undefined && position !== null && isSameTopics(chosen, running)
}

/** The position from two values that are stored separately; null if they do not identify a question. */
export function positionOf(questions: readonly Question[] | null, index: number | null): JourneyPosition | null {
  if (!questions || questions.length === 0) return null
  return questions[index ?? 0] ? { questions, index: index ?? 0 } : null
}

/** The position after an answered question; null at the end of the list, where a new chunk is needed. */
export function nextPosition({ questions, index }: JourneyPosition): JourneyPosition | null {
  return index + 1 < questions.length ? { questions, index: index + 1 } : null
}
