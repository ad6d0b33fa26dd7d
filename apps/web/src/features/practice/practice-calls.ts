import type { gameplayApi, Question, Topic, VerifyAnswerResult } from '@quizmaster/contract/http/gameplay'
import { atLeast, dataOf, get, post } from '../../platform/http.ts'
import type { JourneyTopics } from './journey.ts'

/** The client's minimum waits (spec 9): each at least as long, so that nothing flashes. */
const TOPICS_MIN_MS = 1000
const QUESTIONS_MIN_MS = 500

/** How many topics are asked for at a time (spec 9). */
export const TOPIC_PAGE_SIZE = 50

/** Topics drawn at random. */
export async function fetchRandomTopics(signal?: AbortSignal): Promise<Topic[]> {
  const query = { count: TOPIC_PAGE_SIZE }
  const call = get<typeof gameplayApi.randomTopics>('gameplay', '/topic/random_list', query, signal && { signal })
  return dataOf(await atLeast(TOPICS_MIN_MS, call))
}

/** Topics that match a search of 3 to 100 characters, best match first. */
export async function fetchMatchingTopics(search: string, signal?: AbortSignal): Promise<Topic[]> {
  const query = { count: TOPIC_PAGE_SIZE, search }
  const call = get<typeof gameplayApi.searchTopics>('gameplay', '/topic/list', query, signal && { signal })
  return dataOf(await atLeast(TOPICS_MIN_MS, call))
}

/** The next chunk of questions; empty where the topics hold none. */
export async function fetchQuestions(topics: JourneyTopics, signal?: AbortSignal): Promise<Question[]> {
  const body = { topics: topics && [...topics] }
  const call = post<typeof gameplayApi.randomQuestions>('gameplay', '/question/random_list', body, signal && { signal })
  return dataOf(await atLeast(QUESTIONS_MIN_MS, call))
}

/** Asks whether an answer is right. Never asked again by itself: a mutation (spec 8). */
export async function verifyAnswer(question: Question, answerId: string): Promise<VerifyAnswerResult> {
  const body = { question_id: question.id, answer_id: answerId }
  const call = post<typeof gameplayApi.verifyAnswer>('gameplay', '/question/verify_answer', body)
  return dataOf(await atLeast(QUESTIONS_MIN_MS, call))
}
