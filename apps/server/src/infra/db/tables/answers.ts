export type AnswerSource = 'practice' | 'game' | 'daily'

export interface AnswerTable {
  user_id: string
  question_id: string
  answered_at: number
  source: AnswerSource
  choice: string | null
  is_right: boolean
  ms: number
  is_timed: boolean
  language: string
}

export interface PlayerQuestionTable {
  user_id: string
  question_id: string
  answer_count: number
  right_count: number
  is_last_right: boolean
  first_answered_at: number
  stability: number | null
  difficulty: number | null
  right_in_a_row: number | null
  reviewed_on: string | null
  missed_on: string | null
  due_on: string | null
  learned_at: number | null
}

export interface GameResultTable {
  user_id: string
  ended_at: number
  points: number
  place: number
  player_count: number
  right_count: number
  question_count: number
}

export interface VisitorAnswerCountTable {
  question_id: string
  answer_count: number
  right_count: number
}

/** What players answered, and what they know. */
export interface AnswerTables {
  answer: AnswerTable
  player_question: PlayerQuestionTable
  game_result: GameResultTable
  visitor_answer_count: VisitorAnswerCountTable
}
