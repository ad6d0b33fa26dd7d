import type { QuestionId } from '@quizmaster/contract/ids'
import type { GameQuestion, GameState } from '@quizmaster/engine/game-state'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

/**
 * A jsonb column: read as a value, written as JSON text. The value itself must not be passed to the PostgreSQL driver,
 * which would encode an array as a PostgreSQL array.
 */
export type Json<Value> = ColumnType<Value, string, string>

/** A bytea column: written as a Buffer, read as a Uint8Array (a Buffer on PostgreSQL). Compare with Buffer.compare. */
export type Bytes = Uint8Array

export interface AppUserTable {
  id: string
  email: string
  email_key: string
  display_name: string | null
  player_number: number
  /** When the player was asked for the name to play under. */
  name_asked_at: Generated<number | null>
  show_on_leaderboard: Generated<boolean>
  created_at: number
  /** An IANA name; null until the client has sent one. */
  time_zone: ColumnType<string | null, string | undefined, string>
  /** Whether missed questions come back. */
  review_missed: Generated<boolean>
}

export interface SessionTable {
  id: string
  user_id: string
  token_hash: Bytes
  device: string
  created_at: number
  last_seen_at: number
  expires_at: number
  second_factor_at: ColumnType<number | null, number | undefined, number | null>
}

export interface MailedCodeTable {
  id: string
  email_key: string
  requester: string
  is_known: boolean
  code_hash: Bytes
  created_at: number
  expires_at: number
}

export type MailKind =
  | 'sign_in_code'
  | 'admin_sign_in'
  | 'second_factor_enabled'
  | 'second_factor_disabled'
  | 'recovery_code_used'
  | 'question_review_due'

export interface QueuedMailTable {
  id: string
  code_id: string | null
  email_key: string
  email: string
  kind: MailKind
  sealed_details: Bytes
  attempts: Generated<number>
  due_at: number
  expires_at: number
}

export interface KnownDeviceTable {
  user_id: string
  hash: string
  kind: 'device' | 'address'
  last_signed_in_at: number
}

export interface SecondFactorTable {
  user_id: string
  sealed_secret: Bytes
  enabled_at: number | null
  last_step: Generated<number>
}

export interface RecoveryCodeTable {
  user_id: string
  hash: string
}

export interface FailedSignInTable {
  email_hash: string
  failures: number
  last_failed_at: number
}

export interface RateHitTable {
  key: string
  at: number
}

export interface FeatureFlagTable {
  name: string
  is_enabled: boolean
  updated_at: number
}

export interface TopicTable {
  id: string
  key: string
  text: string
  group_name: Generated<string>
  /** Further words by which a search finds the topic. */
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

export interface QuestionRatingTable {
  question_id: string
  rating: number
  answer_count: number
  right_answer_count: number
}

export interface PlayerGroupRatingTable {
  user_id: string
  group_name: string
  rating: number
  answer_count: number
}

export interface DailyDayTable {
  date: string
  question_ids: Json<QuestionId[]>
  drawn_at: number
}

/** An answer to a question of a Daily Ten: `choice` is an id of the bank, null for none. */
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

export interface TopicSuggestionTable {
  user_id: string
  /** The text as a search compares it. */
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

export interface AdTable {
  position: number
  image: string
  link: string
  title: string
  subtitle: string
  texts: Json<string[]>
}

export interface AuditEntryTable {
  id: string
  at: number
  admin_id: string
  admin_email: string
  action: string
  subject: string
  details: Json<Record<string, unknown>>
}

export interface PointAwardTable {
  id: string
  user_id: string
  cause: string
  points: number
  earned_at: number
  counts_for_week: Generated<boolean>
}

export interface UserProgressTable {
  user_id: string
  total_points: Generated<number>
  last_earned_points: Generated<number>
  week_start: Generated<number>
  week_points: Generated<number>
  practice_day: Generated<number>
  practice_day_points: Generated<number>
  is_listed: boolean
}

export interface GameTable {
  id: string
  status: string
  version: number
  wake_at: number | null
  archived_at: number | null
  /** Without the answers to earlier questions, which have their own table. */
  state: Json<GameState>
  past_answers: ColumnType<GameState['answers'], string | undefined, string>
}

/** A question of a game, and its id in the question bank, which players never see. */
export interface DrawnQuestion extends GameQuestion {
  /** Missing in games that started before this was stored. */
  readonly bankId?: QuestionId
}

export interface GameQuestionTable {
  game_id: string
  questions: Json<DrawnQuestion[]>
}

export interface GameMemberTable {
  user_id: string
  game_id: string
}

export interface GamePlayerTable {
  user_id: string
  game_id: string
}

export interface ErasedPlayerTable {
  user_id: string
  erased_at: number
}

export interface GameWatchTable {
  is_only_row: Generated<boolean>
  watched_at: number
}

export interface BusOutageTable {
  is_only_row: Generated<boolean>
  noted_at: number
}

type PaidPlan = 'monthly' | 'yearly' | 'lifetime'

export interface PlanGrantTable {
  id: string
  user_id: string
  plan: PaidPlan
  origin: 'provider' | 'sandbox' | 'operator'
  reference: string
  started_at: number
  ends_at: number | null
  ended_at: number | null
}

export interface PaymentCustomerTable {
  user_id: string
  customer_id: string
  last_ticket: Generated<number>
  applied_ticket: Generated<number>
  look_due_at: number | null
}

export interface CheckoutTable {
  id: string
  user_id: string
  origin: 'provider' | 'sandbox'
  plan: PaidPlan
  provider_price: string | null
  provider_session: string | null
  url: string | null
  status: Generated<'open' | 'paid' | 'cancelled' | 'expired' | 'failed'>
  created_at: number
}

export interface PaymentEventTable {
  id: string
  type: string
  received_at: number
}

export interface PaymentAlarmTable {
  kind: 'payment_mismatch' | 'payment_needs_refund'
  reference: string
  user_id: string | null
  created_at: number
}

/** All tables of the migrations. Times are epoch milliseconds. */
export interface Tables {
  app_user: AppUserTable
  session: SessionTable
  mailed_code: MailedCodeTable
  queued_mail: QueuedMailTable
  known_device: KnownDeviceTable
  failed_sign_in: FailedSignInTable
  second_factor: SecondFactorTable
  recovery_code: RecoveryCodeTable
  rate_hit: RateHitTable
  feature_flag: FeatureFlagTable
  topic: TopicTable
  question: QuestionTable
  question_edit: QuestionEditTable
  content_file: ContentFileTable
  bank_version: BankVersionTable
  serving: ServingTable
  answer: AnswerTable
  player_question: PlayerQuestionTable
  game_result: GameResultTable
  visitor_answer_count: VisitorAnswerCountTable
  question_rating: QuestionRatingTable
  player_group_rating: PlayerGroupRatingTable
  daily_day: DailyDayTable
  daily_play: DailyPlayTable
  daily_player: DailyPlayerTable
  daily_pause: DailyPauseTable
  complaint: ComplaintTable
  topic_suggestion: TopicSuggestionTable
  ad: AdTable
  audit_entry: AuditEntryTable
  point_award: PointAwardTable
  user_progress: UserProgressTable
  game: GameTable
  game_question: GameQuestionTable
  game_member: GameMemberTable
  game_player: GamePlayerTable
  erased_player: ErasedPlayerTable
  game_watch: GameWatchTable
  bus_outage: BusOutageTable
  plan_grant: PlanGrantTable
  payment_customer: PaymentCustomerTable
  checkout: CheckoutTable
  payment_event: PaymentEventTable
  payment_alarm: PaymentAlarmTable
}
