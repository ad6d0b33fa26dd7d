import type { TopicSuggestion } from '@quizmaster/contract/http/admin-questions'
import type { UserId } from '@quizmaster/contract/ids'
import { type Kysely, sql } from 'kysely'
import { type Clock, HOUR_MS } from '../../infra/clock.ts'
import type { Tables } from '../../infra/db/tables.ts'
import { inTransaction } from '../../infra/db/transaction.ts'
import type { RateLimiter } from '../../infra/rate-limit.ts'
import { Refusal } from '../../refusal.ts'
import { type AuditDeps, runAudited } from '../admin/audit.ts'
import { fold } from './topics.ts'

const SUGGESTIONS_AN_HOUR = 10
const SUGGESTIONS_PER_PAGE = 100

export interface TopicSuggestionDeps {
  db: Kysely<Tables>
  clock: Clock
  limiter: RateLimiter
}

/** The rate-limit key for an account's suggestions. */
export const suggestionLimitKey = (userId: UserId) => `topic-suggestion:${userId}`

/**
 * Stores a topic that a player would like to have. Differences in case, accents and extra spaces don't make it a new
 * suggestion. Returns whether it is the account's first of this topic; a repeated one changes nothing.
 * @throws rate_limited over 10 an hour, repeated ones included
 */
export async function suggestTopic(deps: TopicSuggestionDeps, userId: UserId, text: string): Promise<boolean> {
  return inTransaction(deps.db, async (trx) => {
    await deps.limiter.take(trx, { key: suggestionLimitKey(userId), max: SUGGESTIONS_AN_HOUR, windowMs: HOUR_MS })
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('topic_suggestion')
      .values({ user_id: userId, key: fold(text), text, created_at: deps.clock.now() })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow()
    return numInsertedOrUpdatedRows === 1n
  })
}

/** For admins: what players suggest, with the wording that came first, most players first. Pages count from 1. */
export async function listTopicSuggestions(
  { db }: { db: Kysely<Tables> },
  page: number,
): Promise<{ suggestions: TopicSuggestion[]; has_more: boolean }> {
  const rows = await db
    .selectFrom('topic_suggestion')
    .select([
      sql<string>`(array_agg(text order by created_at, user_id))[1]`.as('text'),
      sql<number>`count(*)`.as('player_count'),
      sql<number>`min(created_at)`.as('first_at'),
      sql<number>`max(created_at)`.as('last_at'),
    ])
    .groupBy('key')
    .orderBy('player_count', 'desc')
    .orderBy('last_at', 'desc')
    .orderBy('key')
    .limit(SUGGESTIONS_PER_PAGE + 1)
    .offset((page - 1) * SUGGESTIONS_PER_PAGE)
    .execute()
  return { suggestions: rows.slice(0, SUGGESTIONS_PER_PAGE), has_more: rows.length > SUGGESTIONS_PER_PAGE }
}

/**
 * Removes a suggested topic for everybody who suggested it, in any wording. A player may suggest it again.
 * @throws not_found if nobody suggests it, or another admin was faster
 */
export async function removeTopicSuggestion(deps: AuditDeps, adminId: UserId, text: string): Promise<void> {
  await runAudited(deps, adminId, async (trx) => {
    const { numDeletedRows } = await trx
      .deleteFrom('topic_suggestion')
      .where('key', '=', fold(text))
      .executeTakeFirstOrThrow()
    if (numDeletedRows === 0n) throw new Refusal('not_found')
    const details = { player_count: Number(numDeletedRows) }
    return { result: null, action: 'topic_suggestion_removed', subject: text, details }
  })
}

/** A player's suggestions, for the account export. */
export function exportTopicSuggestions(db: Kysely<Tables>, userId: UserId) {
  return db
    .selectFrom('topic_suggestion')
    .select(['text', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('key')
    .execute()
}
