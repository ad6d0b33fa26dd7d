import type { ColumnType, Generated } from 'kysely'
import type { Bytes } from './columns.ts'

export interface AppUserTable {
  id: string
  email: string
  email_key: string
  display_name: string | null
  player_number: number
  /** When the player was asked for a name to play under. */
  name_asked_at: Generated<number | null>
  show_on_leaderboard: Generated<boolean>
  created_at: number
  /** An IANA name; null until the client has sent one. */
  time_zone: ColumnType<string | null, string | undefined, string>
  /** Whether missed questions come back. */
  review_missed: Generated<boolean>
  /** The player's time to answer in games, as a multiple of the usual time. */
  time_factor: Generated<number>
  /** When they last changed it; null if never. */
  time_factor_chosen_at: Generated<number | null>
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
  is_refused: Generated<boolean>
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

/** Accounts: who players are and how they sign in. */
export interface AccountTables {
  app_user: AppUserTable
  session: SessionTable
  mailed_code: MailedCodeTable
  queued_mail: QueuedMailTable
  known_device: KnownDeviceTable
  failed_sign_in: FailedSignInTable
  second_factor: SecondFactorTable
  recovery_code: RecoveryCodeTable
}
