import type { Question } from '@quizmaster/contract/http/gameplay'
import { gameplayApi } from '@quizmaster/contract/routes/gameplay'
import { atLeast, call, dataOf, MIN_CALL_MS } from '../../platform/http.ts'
import { storedJourney, usePracticeState } from './practice-stores.ts'

/**
 * Begins a journey with missed questions: those of a topic that are not known yet or, with null, up to ten that are
 * due. After them the journey continues with that topic, or with the topics of the previous journey. Returns whether
 * there are any such questions.
 */
export async function beginReview(topicId: Question['topic']['id'] | null): Promise<boolean> {
  const questions = dataOf(await atLeast(MIN_CALL_MS, call(gameplayApi.reviewQuestions, { topic: topicId })))
  if (questions.length === 0) return false
  const { topics = null } = usePracticeState.getState()
  usePracticeState.setState({ topics: topicId ? [topicId] : topics })
  storedJourney.save({ questions, index: 0 })
  return true
}

/** How many missed questions are due, at most 10. */
export async function countDue(signal: AbortSignal): Promise<number> {
  return dataOf(await call(gameplayApi.countDue, undefined, { signal })).count
}
