import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { Json } from './columns.ts'

export interface TopicTable {
  id: string
  key: string
  text: string
  group_name: Generated<string>
  /** Other words that find the topic in a search. */
  synonyms: ColumnType<string[], string | undefined, string>
  is_active: Generated<boolean>
}

export interface StoredAnswer {
  id: string
  text: string
}

export interface StoredSource {
  name: string
  url: string
  licence: string
}

export interface QuestionTable {
  id: string
  key: string
  topic_id: string
  text: string
  answers: Json<StoredAnswer[]>
  correct_answer_id: string
  description: string | null
  difficulty: number
  source: ColumnType<StoredSource | null, string | null, string | null>
  content_hash: string
  is_in_files: Generated<boolean>
  held_at: number | null
  withdrawn_at: number | null
  review_due_at: number | null
  /** Generated from the three columns above. */
  is_active: GeneratedAlways<boolean>
}

/** What a question says, with its answers. */
export interface QuestionContent {
  text: string
  answers: StoredAnswer[]
  correct_answer_id: string
  description: string | null
}

export interface QuestionEditTable {
  question_id: string
  file_then: Json<QuestionContent>
  file_now: Json<QuestionContent>
}

export interface ContentFileTable {
  name: string
  hash: string
  loaded_at: number
}

export interface BankVersionTable {
  is_only_row: Generated<boolean>
  version: number
}

export interface ServingTable {
  user_id: string
  question_id: string
  served_at: number
  is_open: boolean
  /** How often the player has been shown the right answer. */
  reveal_count: Generated<number>
}

export interface QuestionRatingTable {
  question_id: string
  rating: number
  answer_count: number
  right_answer_count: number
}

/** Answers that the ratings do not contain yet. */
export interface UnratedAnswerTable {
  user_id: string
  question_id: string
  is_right: boolean
}

export interface PlayerGroupRatingTable {
  user_id: string
  group_name: string
  rating: number
  answer_count: number
}

export interface TopicSuggestionTable {
  user_id: string
  /** The text in the form that searches compare. */
  key: string
  text: string
  created_at: number
}

export interface ComplaintTable {
  id: string
  question_id: string
  reporter: string
  reason: string | null
  comment: string | null
  created_at: number
  resolved_at: number | null
  /** Null if it does not count towards quarantine. */
  counted_at: number | null
}

/** The question bank, with servings, ratings, complaints and suggested topics. */
export interface QuestionTables {
  topic: TopicTable
  question: QuestionTable
  question_edit: QuestionEditTable
  content_file: ContentFileTable
  bank_version: BankVersionTable
  serving: ServingTable
  question_rating: QuestionRatingTable
  player_group_rating: PlayerGroupRatingTable
  unrated_answer: UnratedAnswerTable
  complaint: ComplaintTable
  topic_suggestion: TopicSuggestionTable
}
