import type { MyStats, TopicStats } from '@quizmaster/contract/http/stats'
import type { TopicId, UserId } from '@quizmaster/contract/ids'
import { ANSWER_MS, BEST_GAMES, STATS_MIN_SEEN, STATS_MIN_TIMED, STATS_WEEKS } from '@quizmaster/contract/limits'
import { type Kysely, sql } from 'kysely'
import type { Clock } from '../../infra/clock.ts'
import type { Tables } from '../../infra/db/tables.ts'
import { addDays, localDateAt, mondayOf, startOfDate } from '../../infra/local-date.ts'
import { Refusal } from '../../refusal.ts'
import type { Bank, BankSnapshot } from '../questions/bank.ts'
import { countFacts } from './facts.ts'

export interface MyStatsDeps {
  db: Kysely<Tables>
  clock: Clock
  bank: Bank
}

/** What a player knows and how they have played (product 2.9). @throws unauthorized if the account is gone */
export async function getMyStats({ db, clock, bank }: MyStatsDeps, userId: UserId): Promise<MyStats> {
  const [snapshot, player, topics] = await Promise.all([bank.current(), readPlayer(db, userId), readTopics(db, userId)])
  const [weeks, speed, best_games, fact_count] = await Promise.all([
    readWeeks(db, userId, localDateAt(clock.now(), player.time_zone), player.time_zone),
    readSpeed(db, userId),
    readBestGames(db, userId),
    countFacts(db, userId),
  ])
  const groups = groupTopics(snapshot, topics)
  const played = groups.flatMap((group) => group.topics)
  return {
    since: player.since,
    answer_count: player.answer_count,
    question_count: snapshot.questionIds.length,
    usual: {
      seen: played.reduce((sum, { seen }) => sum + seen, 0),
      right: played.reduce((sum, { right }) => sum + right, 0),
    },
    groups,
    weeks,
    speed,
    best_games,
    fact_count,
  }
}

async function readPlayer(db: Kysely<Tables>, userId: UserId) {
  const row = await db
    .selectFrom('app_user')
    .leftJoin('player_question', 'player_question.user_id', 'app_user.id')
    .select((build) => [
      'time_zone',
      build.fn.min<number | null>('first_answered_at').as('since'),
      build.fn.coalesce(build.cast<number>(build.fn.sum('answer_count'), 'integer'), sql<number>`0`).as('answer_count'),
    ])
    .where('app_user.id', '=', userId)
    .groupBy('app_user.id')
    .executeTakeFirst()
  if (!row) throw new Refusal('unauthorized')
  return { ...row, time_zone: row.time_zone ?? 'UTC' }
}

type Counts = Pick<TopicStats, 'seen' | 'right' | 'learning'> & { results: boolean[] }

/**
 * The counts of each topic. With the review switched off, the questions missed last time are the ones being learned.
 */
async function readTopics(db: Kysely<Tables>, userId: UserId): Promise<Map<TopicId, Counts>> {
  const { rows } = await sql<Counts & { topic_id: TopicId }>`
    select question.topic_id, count(*)::integer as seen, count(*) filter (where is_last_right)::integer as right,
      count(*) filter (where case when review_missed then due_on is not null else not is_last_right end)::integer
        as learning,
      to_json((array_agg(is_last_right order by first_answered_at, question_id))[1:${STATS_MIN_SEEN - 1}::integer])
        as results
    from player_question
    join app_user on app_user.id = player_question.user_id
    join question on question.id = player_question.question_id and question.is_active
    where user_id = ${userId}
    group by question.topic_id`.execute(db)
  return new Map(rows.map(({ topic_id, ...counts }) => [topic_id, counts]))
}

/** The groups with at least one question seen, each with the topics in which one was seen, ordered by topic. */
function groupTopics({ topics, questionIdsByTopic }: BankSnapshot, seen: ReadonlyMap<TopicId, Counts>) {
  const groups = new Map<string, MyStats['groups'][number]>()
  for (const { id, text, group: name } of topics) {
    const question_count = questionIdsByTopic.get(id)?.length ?? 0
    const group = groups.get(name) ?? { name, question_count: 0, topics: [] }
    group.question_count += question_count
    const counts = seen.get(id)
    if (counts) {
      const { results, ...sums } = counts
      group.topics.push({ id, text, question_count, ...sums, ...(sums.seen < STATS_MIN_SEEN ? { results } : {}) })
    }
    groups.set(name, group)
  }
  return [...groups.values()].filter((group) => group.topics.length > 0)
}

/** Twelve weeks from Monday to Sunday in the player's time zone, the present one last. */
async function readWeeks(
  db: Kysely<Tables>,
  userId: UserId,
  today: string,
  timeZone: string,
): Promise<MyStats['weeks']> {
  const monday = mondayOf(today)
  const dates = Array.from({ length: STATS_WEEKS }, (_, index) => addDays(monday, 7 * (index + 1 - STATS_WEEKS)))
  const starts = dates.map((date) => startOfDate(date, timeZone))
  const { rows } = await sql<{ week: number; answers: number; right: number }>`
    select width_bucket(answered_at, ${`{${starts.join(',')}}`}::bigint[]) as week, count(*)::integer as answers,
      count(*) filter (where is_right)::integer as right
    from answer
    where user_id = ${userId} and answered_at >= ${starts[0]}
    group by 1`.execute(db)
  return dates.map((from, index) => {
    const { answers, right } = rows.find(({ week }) => week === index + 1) ?? { answers: 0, right: 0 }
    return { from, answers, right }
  })
}

/** How long right answers took where a clock ran. */
async function readSpeed(db: Kysely<Tables>, userId: UserId): Promise<MyStats['speed']> {
  const { rows } = await sql<{ second: number | null; count: number; quartiles: number[] | null }>`
    with timed as (
      select ms from answer where user_id = ${userId} and is_timed and is_right
    )
    select least(ms / 1000, ${ANSWER_MS / 1000 - 1}::integer) as second, count(*)::integer as count,
      to_json(percentile_cont(array[0.25, 0.5, 0.75]) within group (order by ms)) as quartiles
    from timed
    group by grouping sets ((1), ())`.execute(db)
  const total = rows.find(({ second }) => second === null)
  if (!total?.quartiles || total.count < STATS_MIN_TIMED) return null
  const [lower_ms = 0, median_ms = 0, upper_ms = 0] = total.quartiles.map(Math.round)
  const seconds = Array.from({ length: ANSWER_MS / 1000 }, (_, second) => {
    return rows.find((row) => row.second === second)?.count ?? 0
  })
  return { count: total.count, seconds, lower_ms, median_ms, upper_ms }
}

function readBestGames(db: Kysely<Tables>, userId: UserId): Promise<MyStats['best_games']> {
  return db
    .selectFrom('game_result')
    .select(['points', 'right_count as right', 'question_count as questions', 'place', 'player_count as players'])
    .select('ended_at as at')
    .where('user_id', '=', userId)
    .orderBy('points', 'desc')
    .orderBy('ended_at', 'desc')
    .limit(BEST_GAMES)
    .execute()
}
