import type { Question, Topic } from '@quizmaster/contract/http/gameplay'
import type { TopicChoice } from '../questions/topics.ts'

/** What a journey draws from, as it goes over the wire: topic ids, or null for all (contract 8). */
export type JourneyTopics = readonly Topic['id'][] | null

/** Where a journey stands: a list of questions and the one that is being asked. */
export interface JourneyPosition {
  readonly questions: readonly Question[]
  readonly index: number
}

/** The topics of a choice as a journey takes them; `undefined` while nothing is chosen. */
export function journeyTopics(choice: TopicChoice): JourneyTopics | undefined {
  if (choice.all) return null
  return choice.topics.length > 0 ? choice.topics.map((topic) => topic.id) : undefined
}

/** Whether two journeys draw from the same topics; the order in which they were chosen says nothing. */
export function isSameTopics(one: JourneyTopics, other: JourneyTopics): boolean {
  if (one === null || other === null) return one === other
  const ids = new Set(one)
  return ids.size === new Set(other).size && other.every((id) => ids.has(id))
}

/**
 * Whether the journey can go on: a stored list is there for exactly the chosen topics (contract 8). Otherwise a new
 * one starts. `undefined` stands for nothing chosen, and for no journey so far.
 */
export function canContinue(
  chosen: JourneyTopics | undefined,
  running: JourneyTopics | undefined,
  position: JourneyPosition | null,
): boolean {
  return chosen !== undefined && running !== undefined && position !== null && isSameTopics(chosen, running)
}

/** A position made of two values that were stored apart; null where they don't name a question together. */
export function positionOf(questions: readonly Question[] | null, index: number | null): JourneyPosition | null {
  if (!questions || questions.length === 0) return null
  return questions[index ?? 0] ? { questions, index: index ?? 0 } : null
}

/** The step after an answered question; null at the end of the list, where a new chunk is needed (product 4). */
export function nextPosition({ questions, index }: JourneyPosition): JourneyPosition | null {
  return index + 1 < questions.length ? { questions, index: index + 1 } : null
}
