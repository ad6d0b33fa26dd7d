import type { AnswerId, GameId, PlayerId, QuestionId, StageId, TopicId, UserId } from '@quizmaster/contract/ids'
import type { PlayerJoined } from '../game-event.ts'
import type { GameQuestion, GameState } from '../game-state.ts'
import { newGame } from '../lobby.ts'

/** A UUID derived from a kind of id and a number, the same in every run. */
function id(kind: number, number: number): string {
  return `${String(kind).padStart(8, '0')}-0000-4000-8000-${String(number).padStart(12, '0')}`
}

export const START_MS = 1_700_000_000_000
export const GAME_ID = '12345678' as GameId
export const userId = (number: number) => id(1, number) as UserId
export const playerId = (number: number) => id(2, number) as PlayerId
export const topicId = (number: number) => id(3, number) as TopicId
export const answerId = (question: number, place: number) => id(4, question * 10 + place) as AnswerId
export const questionId = (number: number) => id(5, number) as QuestionId
export const stageId = (number: number) => id(6, number) as StageId
export const HOST = userId(0)

/** Question number `index`, whose answer at `rightPlace` (0 to 3) is right. */
export function buildQuestion(index: number, rightPlace = 0): GameQuestion {
  const places = [0, 1, 2, 3]
  return {
    shown: {
      id: questionId(index),
      text: `Question ${index}`,
      topic: { id: topicId(1), text: 'Topic' },
      answers: places.map((place) => ({ id: answerId(index, place), text: `Answer ${place}` })),
    },
    correctAnswerId: answerId(index, rightPlace),
    description: `About ${index}`,
  }
}

export function buildQuestions(count: number, rightPlace = 0): GameQuestion[] {
  return Array.from({ length: count }, (_, index) => buildQuestion(index, rightPlace))
}

export function buildGuest(number: number): PlayerJoined['player'] {
  return { id: playerId(number), userId: userId(number), name: `Player ${String(number).padStart(4, '0')}` }
}

export function buildLobby(): GameState {
  return newGame({ userId: HOST, name: 'Player 0000' }, { gameId: GAME_ID, playerId: playerId(0) }, START_MS)
}

/** The same value, deeply frozen, so that a step that writes into its input throws. */
export function deepFreeze<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value)
    Object.values(value).forEach(deepFreeze)
  }
  return value
}
