import type { Client } from 'pg'
import { weekStart } from '../../apps/server/src/features/progress/awards.ts'

export interface Sizes {
  users: number
  awards: number
  games: number
}

/** An id derived from a number. Ids of consecutive numbers are in random order. */
const userId = (number: string) => `md5('user ' || ${number})::uuid`

/**
 * Fills a migrated database: each user with a session and points (most have few; half of them have points of this
 * week), the ledger of awards, 10 servings and answers of each of 20,000 users, and games of 6 players, of which one in
 * ten is running. `log` gets each step and its milliseconds.
 */
export async function fill(
  client: Client,
  { users, awards, games }: Sizes,
  nowMs: number,
  log: (what: string, ms: number) => void,
): Promise<void> {
  const timed = async (what: string, work: () => Promise<unknown>) => {
    const startMs = performance.now()
    await work()
    log(what, performance.now() - startMs)
  }
  await client.query(`set maintenance_work_mem = '1GB'; set work_mem = '256MB'`)
  await timed('users and sessions', async () => {
    await withoutIndexes(client, 'app_user', () =>
      client.query(`insert into app_user (id, email, email_key, display_name, player_number, created_at)
        select ${userId('n')}, 'user' || n || '@example.com', 'user' || n || '@example.com', 'Player ' || n, n % 10000, n
        from generate_series(1, ${users}) as n`),
    )
    await withoutIndexes(client, 'session', () =>
      client.query(`insert into session (id, user_id, token_hash, device, created_at, last_seen_at, expires_at)
        select gen_random_uuid(), ${userId('n')}, sha256(n::text::bytea), 'Firefox', ${nowMs}, ${nowMs}, ${nowMs} + 7776000000
        from generate_series(1, ${users}) as n`),
    )
  })
  await timed('points, with the trigger', async () => {
    await client.query(`insert into user_progress
        (user_id, total_points, last_earned_points, week_start, week_points, is_listed)
      select ${userId('n')}, 10 * (1 + floor(4000 * power(random(), 4))), 10, ${weekStart(nowMs)},
        case when n % 2 = 0 then 10 * (1 + floor(500 * power(random(), 3))) else 0 end, n % 20 > 0
      from generate_series(1, ${users}) as n`)
    await client.query('vacuum analyze user_progress')
  })
  await timed('awards', () =>
    withoutIndexes(client, 'point_award', () =>
      client.query(`insert into point_award (id, user_id, cause, points, earned_at)
        select gen_random_uuid(), ${userId(`(1 + n % ${users})`)}, 'practice:' || md5(n::text) || ':' || n, 10, ${nowMs} - 30 * n
        from generate_series(1, ${awards}) as n`),
    ),
  )
  await timed('games', async () => {
    await client.query(`insert into game (id, status, version, wake_at, state, archived_at)
      select (10000000 + n)::text, case when n % 10 = 0 then 'running' else 'archived' end, 7,
        case when n % 10 = 0 then ${nowMs} + 600000 + n end, json_build_object('padding', repeat(md5(n::text), 40)),
        case when n % 10 = 0 then null else ${nowMs} - n end
      from generate_series(1, ${games}) as n`)
    await client.query(`insert into game_player (user_id, game_id)
      select distinct ${userId('(1 + n % ' + String(users) + ')')}, (10000001 + n / 6)::text
      from generate_series(0, ${games * 6 - 1}) as n`)
    await client.query(`insert into game_member (user_id, game_id)
      select user_id, game_id from game_player join game on game.id = game_id where status = 'running'
      on conflict do nothing`)
  })
  await timed('servings and answers', async () => {
    await client.query(`insert into topic (id, key, text) select md5('topic ' || n)::uuid, 'topic ' || n, 'Topic ' || n
      from generate_series(1, 120) as n`)
    await client.query(`insert into question (id, key, topic_id, text, answers, correct_answer_id, difficulty, content_hash, is_in_files)
      select md5('question ' || n)::uuid, 'question ' || n, md5('topic ' || (1 + n % 120))::uuid, 'Question ' || n, '[]',
        gen_random_uuid(), 2, '', false from generate_series(1, 3000) as n`)
    const each = `from generate_series(1, ${Math.min(users, 20_000)}) as n cross join generate_series(1, 10) as m`
    const questionId = `md5('question ' || (1 + (n * 7 + m) % 3000))::uuid`
    await client.query(`insert into serving (user_id, question_id, served_at, is_open)
      select ${userId('n')}, ${questionId}, ${nowMs} - n, false ${each}`)
    await client.query(`insert into answer (user_id, question_id, answered_at, source, choice, is_right, ms, is_timed, language)
      select ${userId('n')}, ${questionId}, ${nowMs} - n * m, 'practice', 'An answer', true, 3000, true, 'en' ${each}`)
  })
  await timed('vacuum analyze', () => client.query('vacuum analyze'))
}

/** Drops the table's indexes and foreign keys while `work` runs: without them it takes a fraction of the time. */
async function withoutIndexes(client: Client, table: string, work: () => Promise<unknown>): Promise<void> {
  const { rows: constraints } = await client.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
     where (conrelid = $1::regclass and contype in ('p', 'u', 'f')) or confrelid = $1::regclass
     order by contype = 'f', conname`,
    [table],
  )
  for (const { table: owner, name } of constraints.toReversed()) {
    await client.query(`alter table ${owner} drop constraint ${name}`)
  }
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes where tablename = $1 and schemaname = 'public'`,
    [table],
  )
  for (const { name } of indexes) await client.query(`drop index ${name}`)
  await work()
  for (const { definition } of indexes) await client.query(definition)
  for (const { table: owner, name, definition } of constraints) {
    const isForeign = definition.startsWith('FOREIGN')
    await client.query(`alter table ${owner} add constraint ${name} ${definition}${isForeign ? ' not valid' : ''}`)
  }
}
