import { MESSAGES } from '@quizmaster/contract/messages'
import type { UserId } from '@quizmaster/contract/ids'
import type { Kysely } from 'kysely'
import { HOUR_MS } from '../../infra/clock.ts'
import type { Tables } from '../../infra/db/tables.ts'
import { inTransaction } from '../../infra/db/transaction.ts'
import { PAGE, readAllPages } from '../../infra/db/read-all-pages.ts'
import { fieldRefusal, Refusal } from '../../refusal.ts'
import { exportAnswers, exportPlayerQuestions } from '../answers/export-answers.ts'
import { exportGameResults } from '../games/game-results.ts'
import { exportDaily } from '../daily/export.ts'
import { exportSeat } from '../games/game-seats.ts'
import { exportGames } from '../games/player-data.ts'
import { exportPlans } from '../plans/grants.ts'
import { getStats } from '../progress/stats.ts'
import { exportTopicSuggestions } from '../questions/topic-suggestions.ts'
import { type Confirmation, type ConfirmationDeps, requireConfirmation } from './confirmation.ts'
import { hashOfEmail } from './mailed-codes.ts'
import { playerName } from './player-name.ts'
import type { Session } from './sessions.ts'

const EXPORTS_AN_HOUR = 10
export type ExportAccountDeps = ConfirmationDeps

/**
 * Everything stored about the caller. Contains no credentials and no e-mail addresses of others. Times are epoch
 * milliseconds.
 * @throws 422 `code` for a missing or wrong code; rate_limited over 10 an hour, and under `code`
 */
export async function exportAccount(
  deps: ExportAccountDeps,
  session: Session,
  confirmation: Omit<Confirmation, 'email'>,
): Promise<Record<string, unknown>> {
  const { db, clock, limiter } = deps
  const { userId } = session
  const limit = { key: `export:${userId}`, max: EXPORTS_AN_HOUR, windowMs: HOUR_MS }
  const { email_key, ...account } = await readAccount(db, userId)
  const codeId = await requireConfirmation(deps, session, { ...confirmation, email: account.email })
  await inTransaction(db, async (trx) => {
    await limiter.take(trx, limit)
    const { numDeletedRows } = await trx.deleteFrom('mailed_code').where('id', '=', codeId).executeTakeFirst()
    // Another export has used the code in the meantime.
    if (numDeletedRows === 0n) throw fieldRefusal('code', MESSAGES.codeInvalid)
  })
  return {
    exported_at: clock.now(),
    note: 'All times are milliseconds since 1 January 1970, 00:00 UTC.',
    account,
    sign_in_code: await readCodes(db, email_key),
    failed_sign_ins: await countFailedSignIns(deps, email_key),
    sessions: await readSessions(db, userId),
    known_devices: await readKnownDevices(db, userId),
    second_factor: await readSecondFactor(db, userId),
    plans: await exportPlans(db, userId),
    stats: await getStats(db, userId),
    awards: await readAwards(db, userId),
    practice: await readPractice(db, userId),
    answers: await exportAnswers(db, userId),
    questions_answered: await exportPlayerQuestions(db, userId),
    game_results: await exportGameResults(db, userId),
    daily_ten: await exportDaily(db, userId),
    ratings: await readRatings(db, userId),
    complaints: await readComplaints(db, userId),
    topic_suggestions: await exportTopicSuggestions(db, userId),
    games: await exportGames(deps, userId),
    watching: await exportSeat(db, userId),
    operator_actions: await readOperatorActions(db, userId),
  }
}

/** @throws unauthorized if the account has been deleted */
async function readAccount(db: Kysely<Tables>, userId: UserId) {
  const row = await db.selectFrom('app_user').selectAll().where('id', '=', userId).executeTakeFirst()
  if (!row) throw new Refusal('unauthorized')
  const { player_number, display_name, ...account } = row
  return { ...account, display_name, name_shown: playerName({ display_name, player_number }) }
}

function readCodes(db: Kysely<Tables>, emailKey: string) {
  return db
    .selectFrom('mailed_code')
    .select(['created_at as requested_at', 'expires_at', 'is_known as by_known_device'])
    .where('email_key', '=', emailKey)
    .orderBy('created_at')
    .execute()
}

/** Failed attempts to sign in since the last one that succeeded. */
async function countFailedSignIns({ db, secrets }: ExportAccountDeps, email: string): Promise<number> {
  const row = await db
    .selectFrom('failed_sign_in')
    .select('failures')
    .where('email_hash', '=', hashOfEmail(secrets, email))
    .executeTakeFirst()
  return row?.failures ?? 0
}

/** The devices and client addresses that have signed in. Only hashes of them are stored. */
function readKnownDevices(db: Kysely<Tables>, userId: UserId) {
  return db
    .selectFrom('known_device')
    .select(['kind', 'last_signed_in_at'])
    .where('user_id', '=', userId)
    .orderBy('last_signed_in_at')
    .execute()
}

function readSessions(db: Kysely<Tables>, userId: UserId) {
  return db
    .selectFrom('session')
    .select(['device', 'created_at', 'last_seen_at', 'expires_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute()
}

/** An admin's second factor, without its secret. */
async function readSecondFactor(db: Kysely<Tables>, userId: UserId) {
  const row = await db.selectFrom('second_factor').select('enabled_at').where('user_id', '=', userId).executeTakeFirst()
  return row ?? null
}

/** Every entry of the points ledger. */
async function readAwards(db: Kysely<Tables>, userId: UserId) {
  const rows = await readAllPages<{
    id: string
    cause: string
    points: number
    earned_at: number
    counts_for_week: boolean
  }>((last) =>
    db
      .selectFrom('point_award')
      .select(['id', 'cause', 'points', 'earned_at', 'counts_for_week'])
      .where('user_id', '=', userId)
      .$if(last !== null, (query) =>
        query.where((build) =>
          build(build.refTuple('earned_at', 'id'), '>', build.tuple(last?.earned_at ?? 0, last?.id ?? '')),
        ),
      )
      .orderBy('earned_at')
      .orderBy('id')
      .limit(PAGE)
      .execute(),
  )
  return rows.map(({ cause, points, earned_at, counts_for_week }) => ({ cause, points, earned_at, counts_for_week }))
}

/** Questions served in practice, and asked in games that are over for the player, each with its last serving. */
async function readPractice(db: Kysely<Tables>, userId: UserId) {
  const rows = await readAllPages<{
    question_id: string
    question: string
    topic: string
    served_at: number
    is_open: boolean
    reveal_count: number
  }>((last) =>
    db
      .selectFrom('serving')
      .innerJoin('question', 'question.id', 'serving.question_id')
      .innerJoin('topic', 'topic.id', 'question.topic_id')
      .select([
        'question_id',
        'question.text as question',
        'topic.text as topic',
        'served_at',
        'is_open',
        'reveal_count',
      ])
      .where('user_id', '=', userId)
      .$if(last !== null, (query) => query.where('question_id', '>', last?.question_id ?? ''))
      .orderBy('question_id')
      .limit(PAGE)
      .execute(),
  )
  return rows.map(({ question, topic, served_at, is_open, reveal_count }) => ({
    question,
    topic,
    served_at,
    is_answered: !is_open,
    times_answer_shown: reveal_count,
  }))
}

/** The player's rating in each group of topics. */
function readRatings(db: Kysely<Tables>, userId: UserId) {
  return db
    .selectFrom('player_group_rating')
    .select(['group_name as group', 'rating', 'answer_count'])
    .where('user_id', '=', userId)
    .orderBy('group_name')
    .execute()
}

async function readComplaints(db: Kysely<Tables>, userId: UserId) {
  type Row = {
    id: string
    question: string
    reason: string | null
    comment: string | null
    created_at: number
    counted_at: number | null
    resolved_at: number | null
  }
  const rows = await readAllPages<Row>((last) =>
    db
      .selectFrom('complaint')
      .innerJoin('question', 'question.id', 'complaint.question_id')
      .select([
        'complaint.id',
        'question.text as question',
        'reason',
        'comment',
        'created_at',
        'counted_at',
        'resolved_at',
      ])
      .where('reporter', '=', `user:${userId}`)
      .$if(last !== null, (query) => query.where('complaint.id', '>', last?.id ?? ''))
      .orderBy('complaint.id')
      .limit(PAGE)
      .execute(),
  )
  return rows.map(({ id: _id, ...complaint }) => complaint)
}

/** What operators did to the account, without their identity. */
async function readOperatorActions(db: Kysely<Tables>, userId: UserId) {
  const rows = await readAllPages<{ id: string; at: number; action: string; details: Record<string, unknown> }>(
    (last) =>
      db
        .selectFrom('audit_entry')
        .select(['id', 'at', 'action', 'details'])
        .where('subject', '=', userId)
        .$if(last !== null, (query) =>
          query.where((build) => build(build.refTuple('at', 'id'), '>', build.tuple(last?.at ?? 0, last?.id ?? ''))),
        )
        .orderBy('at')
        .orderBy('id')
        .limit(PAGE)
        .execute(),
  )
  return rows.map(({ at, action, details }) => ({ at, action, details }))
}
