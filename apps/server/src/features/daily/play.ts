import { randomUUID } from 'node:crypto'
import type { DailyPlay, OpenedPlay } from '@quizmaster/contract/http/daily'
import type { AnswerId, QuestionId, TopicId, UserId } from '@quizmaster/contract/ids'
import { ANSWER_MS } from '@quizmaster/contract/limits'
import { shuffled } from '@quizmaster/engine/draw'
import type { Kysely, Selectable, Transaction } from 'kysely'
import { HOUR_MS } from '../../infra/clock.ts'
import type { DailyPlayTable } from '../../infra/db/tables/daily.ts'
import type { Tables } from '../../infra/db/tables.ts'
import { holdLock, inTransaction } from '../../infra/db/transaction.ts'
import type { LocalDate } from '../../infra/local-date.ts'
import { hashOfToken, newToken } from '../../infra/random-token.ts'
import { limitsByAddress, type RateLimiter } from '../../infra/rate-limit.ts'
import { Refusal } from '../../refusal.ts'
import { type DailyCaller, isPlayOf, userOf } from './callers.ts'
import { checkIsOpen, type DailyDaysDeps, openDates } from './days.ts'

/** Leaves room for a school or a club behind one address. */
const VISITOR_PLAYS_AN_HOUR = 100

export interface DailyPlayDeps extends DailyDaysDeps {
  limiter: RateLimiter
}

interface OpenRequest {
  /** Null for a visitor without a token, who gets one. */
  caller: DailyCaller | null
  date: LocalDate
  timeZone: string
  /** Only applies if this call begins the day. */
  hasClock: boolean
  /** The client address. */
  address: string
}

/**
 * Begins the ten of a date, or opens the next question; a question that is still open is returned again. A question's
 * clock starts when it is first opened. @throws not_found, too_early (see `openDates`); rate_limited for visitors
 */
export async function openDay(deps: DailyPlayDeps, request: OpenRequest): Promise<OpenedPlay> {
  const { date, timeZone } = request
  checkIsOpen(await openDates(deps, timeZone), date)
  const visitor = request.caller ? null : newToken()
  const caller = request.caller ?? { visitorHash: hashOfToken(visitor ?? '') }
  return inTransaction(deps.db, async (trx) => {
    const play = (await lockPlay(trx, caller, date)) ?? (await beginPlay(deps, trx, { ...request, caller }))
    const question = play.finished_at === null ? await openQuestion(deps, trx, play) : null
    return { ...playView(play), question, server_time: deps.clock.now(), ...(visitor === null ? {} : { visitor }) }
  })
}

/** A play with the ids of its questions. */
export type StoredPlay = Selectable<DailyPlayTable> & { question_ids: QuestionId[] }

/** The caller's play of a date, locked until the transaction ends. */
export async function lockPlay(
  trx: Transaction<Tables>,
  caller: DailyCaller,
  date: LocalDate,
): Promise<StoredPlay | undefined> {
  return selectPlay(trx, caller, date).forUpdate('daily_play').executeTakeFirst()
}

/** Until the transaction ends, no other can give this user a play, whether new or taken over from a visitor. */
export function lockNewPlays(trx: Transaction<Tables>, userId: UserId): Promise<void> {
  return holdLock(trx, `new daily plays of ${userId}`)
}

/** The caller's play of a date. */
export async function findPlay(
  db: Kysely<Tables>,
  caller: DailyCaller,
  date: LocalDate,
): Promise<StoredPlay | undefined> {
  return selectPlay(db, caller, date).executeTakeFirst()
}

function selectPlay(db: Kysely<Tables>, caller: DailyCaller, date: LocalDate) {
  return db
    .selectFrom('daily_play')
    .innerJoin('daily_day', 'daily_day.date', 'daily_play.date')
    .selectAll('daily_play')
    .select('daily_day.question_ids')
    .where('daily_play.date', '=', date)
    .where((build) => isPlayOf(caller)(build))
}

async function beginPlay(
  { clock, limiter }: DailyPlayDeps,
  trx: Transaction<Tables>,
  { caller, date, hasClock, address }: OpenRequest & { caller: DailyCaller },
): Promise<StoredPlay> {
  const userId = userOf(caller)
  if (userId === null) {
    await limiter.take(
      trx,
      limitsByAddress(address, (network) => ({
        key: `daily:${network}`,
        max: VISITOR_PLAYS_AN_HOUR,
        windowMs: HOUR_MS,
      })),
    )
  } else {
    await lockNewPlays(trx, userId)
  }
  await trx
    .insertInto('daily_play')
    .values({
      id: randomUUID(),
      date,
      user_id: userId,
      visitor_hash: 'visitorHash' in caller ? caller.visitorHash : null,
      has_clock: hasClock,
      started_at: clock.now(),
    })
    // Another tab may have begun it in the meantime.
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const play = await lockPlay(trx, caller, date)
  if (!play) throw new Refusal('not_found')
  return play
}

/** The open question; opens the next one if none is. */
async function openQuestion(
  { clock, newRng }: DailyPlayDeps,
  trx: Transaction<Tables>,
  play: StoredPlay,
): Promise<OpenedPlay['question']> {
  const index = play.answers.length
  const row = await trx
    .selectFrom('question')
    .innerJoin('topic', 'topic.id', 'question.topic_id')
    .select(['question.text', 'question.answers', 'question.source', 'question.topic_id', 'topic.text as topic_text'])
    .where('question.id', '=', play.question_ids[index] ?? '')
    .executeTakeFirstOrThrow()
  let { opened_at, shown_answers } = play
  if (opened_at === null) {
    opened_at = clock.now()
    shown_answers = shuffled(row.answers, newRng()).map(({ id }) => ({ id, shown: randomUUID() }))
    await trx
      .updateTable('daily_play')
      .set({ opened_at, shown_answers: JSON.stringify(shown_answers) })
      .where('id', '=', play.id)
      .execute()
  }
  const textOf = (id: string) => row.answers.find((answer) => answer.id === id)?.text ?? ''
  return {
    index,
    text: row.text,
    topic: { id: row.topic_id as TopicId, text: row.topic_text },
    answers: shown_answers.map(({ id, shown }) => ({ id: shown as AnswerId, text: textOf(id) })),
    ...(row.source ? { source: row.source } : {}),
    opened_at,
    closes_at: play.has_clock ? opened_at + ANSWER_MS : null,
  }
}

/** A play as its player may see it. */
export function playView(play: StoredPlay): DailyPlay {
  return {
    date: play.date,
    total: play.question_ids.length,
    has_clock: play.has_clock,
    marks: play.answers.map(({ is_right }) => is_right),
    points: play.points,
    is_finished: play.finished_at !== null,
  }
}
