import type { QuestionId } from '@quizmaster/contract/ids'
import type { ColumnType, Generated } from 'kysely'
import type { Bytes, Json } from './columns.ts'

export interface DailyDayTable {
  date: string
  question_ids: Json<QuestionId[]>
  drawn_at: number
}

/** An answer to a question of a Daily Ten: `choice` is the answer's id in the question bank, null for none. */
export interface DailyAnswer {
  choice: string | null
  is_right: boolean
  ms: number
  at: number
}

/** An answer as it is shown: `shown` is the id that the player knows. */
export interface ShownAnswer {
  id: string
  shown: string
}

export interface DailyPlayTable {
  id: string
  date: string
  user_id: string | null
  visitor_hash: Bytes | null
  has_clock: boolean
  started_at: number
  opened_at: ColumnType<number | null, number | undefined, number | null>
  shown_answers: ColumnType<ShownAnswer[], string | undefined, string>
  answers: ColumnType<DailyAnswer[], string | undefined, string>
  right_count: Generated<number>
  points: Generated<number>
  finished_at: ColumnType<number | null, number | undefined, number | null>
  is_on_time: Generated<boolean>
}

export interface DailyPlayerTable {
  user_id: string
  are_weeks_shown: Generated<boolean>
}

export interface DailyPauseTable {
  user_id: string
  from_date: string
  until_date: string
}

/** The Daily Ten. */
export interface DailyTables {
  daily_day: DailyDayTable
  daily_play: DailyPlayTable
  daily_player: DailyPlayerTable
  daily_pause: DailyPauseTable
}
