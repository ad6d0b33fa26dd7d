import type { UserId } from '@quizmaster/contract/ids'
import type { ExpressionBuilder } from 'kysely'
import type { Tables } from '../../infra/db/tables.ts'
import { hashOfToken } from '../../infra/random-token.ts'

/** Who plays a Daily Ten: a player, or a visitor with a random token. */
export type DailyCaller = { userId: UserId } | { visitorHash: Buffer }

/** Null for a visitor without a token, who has played nothing yet. */
export function dailyCaller(userId: UserId | null, visitor: string | undefined): DailyCaller | null {
  if (userId) return { userId }
  return visitor === undefined ? null : { visitorHash: hashOfToken(visitor) }
}

/** The id of a player; null for a visitor. */
export function userOf(caller: DailyCaller): UserId | null {
  return 'userId' in caller ? caller.userId : null
}

/** The SQL condition that a play is the caller's. */
export function isPlayOf(caller: DailyCaller) {
  return (build: ExpressionBuilder<Tables, 'daily_play'>) =>
    'userId' in caller
      ? build('daily_play.user_id', '=', caller.userId)
      : build('daily_play.visitor_hash', '=', caller.visitorHash)
}
