import type { Question, VerifyAnswerResult } from '@quizmaster/contract/http/gameplay'
import { gameplayApi } from '@quizmaster/contract/routes/gameplay'
import { atLeast, call, dataOf, MIN_CALL_MS, startMsOf } from '../../platform/http.ts'
import type { JourneyTopics } from './journey.ts'

/** The next chunk of questions; empty if the topics have none. */
export async function fetchQuestions(topics: JourneyTopics, signal?: AbortSignal): Promise<Question[]> {
  const body = { topics: topics && [...topics] }
  const startMs = startMsOf(gameplayApi.randomQuestions)
  const questions = call(gameplayApi.randomQuestions, body, { signal })
  return dataOf(await atLeast(MIN_CALL_MS, questions, startMs))
}

/** Asks whether an answer is right. Only the first answer to a serving counts, so a lost call may be repeated. */
export async function verifyAnswer(questionId: string, answerId: string): Promise<VerifyAnswerResult> {
  const body = { question_id: questionId, answer_id: answerId }
  const result = call(gameplayApi.verifyAnswer, body)
  return dataOf(await atLeast(MIN_CALL_MS, result))
}
