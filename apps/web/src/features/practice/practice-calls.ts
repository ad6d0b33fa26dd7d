import type { Question, Topic, VerifyAnswerResult } from '@quizmaster/contract/http/gameplay'
import { gameplayApi } from '@quizmaster/contract/routes/gameplay'
import { atLeast, call, dataOf } from '../../platform/http.ts'
import type { JourneyTopics } from './journey.ts'

/** The client's minimum waits (spec 9): each at least as long, so that nothing flashes. */
const TOPICS_MIN_MS = 1000
const QUESTIONS_MIN_MS = 500

/** How many topics are asked for at a time (spec 9). */
export const TOPIC_PAGE_SIZE = 50

/** Topics drawn at random. */
export async function fetchRandomTopics(signal?: AbortSignal): Promise<Topic[]> {
  const query = { count: TOPIC_PAGE_SIZE }
  const topics = call(gameplayApi.randomTopics, query, { signal })
  return dataOf(await atLeast(TOPICS_MIN_MS, topics))
}

/** Topics that match a search of 3 to 100 characters, best match first. */
export async function fetchMatchingTopics(search: string, signal?: AbortSignal): Promise<Topic[]> {
  const query = { count: TOPIC_PAGE_SIZE, search }
  const topics = call(gameplayApi.searchTopics, query, { signal })
  return dataOf(await atLeast(TOPICS_MIN_MS, topics))
}

/** The next chunk of questions; empty where the topics hold none. */
export async function fetchQuestions(topics: JourneyTopics, signal?: AbortSignal): Promise<Question[]> {
  const body = { topics: topics && [...topics] }
  const questions = call(gameplayApi.randomQuestions, body, { signal })
  return dataOf(await atLeast(QUESTIONS_MIN_MS, questions))
}

/** Asks whether an answer is right. Never asked again by itself: a mutation (spec 8). */
export async function verifyAnswer(question: Question, answerId: string): Promise<VerifyAnswerResult> {
  const body = { question_id: question.id, answer_id: answerId }
  const result = call(gameplayApi.verifyAnswer, body)
  return dataOf(await atLeast(QUESTIONS_MIN_MS, result))
}
