import type { QuestionId, TopicId, UserId } from '@quizmaster/contract/ids'
import { QUESTION_LIST_MAX, REVIEW_EVERY, REVIEW_LIST_MAX } from '@quizmaster/contract/limits'
import type { Kysely } from 'kysely'
import type { Clock } from '../../infra/clock.ts'
import type { Tables } from '../../infra/db/tables.ts'
import { latestDateAt, type LocalDate, localDateAt } from '../../infra/local-date.ts'

interface DueDeps {
  db: Kysely<Tables>
  clock: Clock
}

/** A question that comes back, with the date on which it was missed; null if the date is not to be shown. */
export interface ReturningQuestion {
  id: QuestionId
  missedOn: LocalDate | null
}

/**
 * The questions in circulation that are due for a player, those that have waited longest first; none if switched off.
 * @param limit null for all
 */
export async function listDue(
  { db, clock }: DueDeps,
  userId: UserId,
  limit: number | null,
): Promise<ReturningQuestion[]> {
  const rows = await db
    .selectFrom('player_question')
    .innerJoin('app_user', 'app_user.id', 'player_question.user_id')
    .innerJoin('question', 'question.id', 'player_question.question_id')
    .select(['question_id', 'due_on', 'missed_on', 'time_zone'])
    .where('user_id', '=', userId)
    .where('review_missed', '=', true)
    .where('due_on', '<=', latestDateAt(clock.now()))
    .where('question.is_active', '=', true)
    .orderBy('due_on')
    .orderBy('question_id')
    .$if(limit !== null, (query) => query.limit(limit ?? 0))
    .execute()
  const [first] = rows
  if (!first) return []
  // The earliest come first, so the limit has cut off none of those that remain.
  const today = localDateAt(clock.now(), first.time_zone ?? 'UTC')
  return rows
    .filter(({ due_on }) => due_on !== null && due_on <= today)
    .map(({ question_id, missed_on }) => ({ id: question_id as QuestionId, missedOn: missed_on }))
}

/** How many questions are due for a player, 10 at most: nobody is to see how long their backlog is. */
export async function countDue(deps: DueDeps, userId: UserId): Promise<number> {
  const due = await listDue(deps, userId, REVIEW_LIST_MAX)
  return due.length
}

/** The questions of a topic that a player doesn't know yet: those that come back, then others last answered wrongly. */
export async function listUnknown(db: Kysely<Tables>, userId: UserId, topicId: TopicId): Promise<ReturningQuestion[]> {
  const rows = await db
    .selectFrom('player_question')
    .innerJoin('app_user', 'app_user.id', 'player_question.user_id')
    .innerJoin('question', 'question.id', 'player_question.question_id')
    .select(['question_id', 'missed_on', 'review_missed'])
    .where('user_id', '=', userId)
    .where('topic_id', '=', topicId)
    .where('question.is_active', '=', true)
    .where((build) =>
      build.or([
        build('is_last_right', '=', false),
        build.and([build('review_missed', '=', true), build('due_on', 'is not', null)]),
      ]),
    )
    .orderBy('due_on', (order) => order.asc().nullsLast())
    .orderBy('question_id')
    .limit(QUESTION_LIST_MAX)
    .execute()
  return rows.map(({ question_id, missed_on, review_missed }) => ({
    id: question_id as QuestionId,
    missedOn: review_missed ? missed_on : null,
  }))
}

/** How many of `count` practice questions may be due ones. */
export function returningCount(count: number): number {
  return Math.floor(count / REVIEW_EVERY)
}

/** Puts a returning question in every fourth place, as long as there are any. */
export function inEveryFourthPlace<Id>(drawn: readonly Id[], returning: readonly Id[]): Id[] {
  const placed = [...drawn]
  returning.forEach((id, index) => void placed.splice(index * REVIEW_EVERY + REVIEW_EVERY - 1, 0, id))
  return placed
}
