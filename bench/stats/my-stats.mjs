import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { getMyStats } from '../../apps/server/src/features/answers/my-stats.ts'
import { createBank } from '../../apps/server/src/features/questions/bank.ts'
import { openDatabase } from '../../apps/server/src/infra/db/database.ts'
import { startPostgres } from '../../scripts/testing/postgres.mjs'
import { median } from '../lib/statistics.mjs'

// How long My stats takes for a player with 50,000 answers to 3,000 questions, among 20 of them, on both databases.
//   npx tsx bench/stats/my-stats.mjs [answers, default 50000]
// The goal is less than 300 ms.

const ANSWERS = Number(process.argv[2] ?? 50_000)
const PLAYERS = 20
const ROUNDS = 20
const TOPICS = 120
const QUESTIONS_A_TOPIC = 25
const GAMES = 1_000
const KEPT_MS = 400 * 24 * 3_600_000

async function fill(db, userIds) {
  await sql`
    insert into topic (id, key, text, group_name)
    select gen_random_uuid(), 'topic ' || n, 'Topic ' || n, 'Group ' || n % 15
    from generate_series(1, ${TOPICS}::integer) as n`.execute(db)
  await sql`
    insert into question (id, key, topic_id, text, answers, correct_answer_id, difficulty, content_hash)
    select gen_random_uuid(), topic.key || '/' || n, topic.id, 'Question ' || n, '[]', gen_random_uuid(), 2, ''
    from topic cross join generate_series(1, ${QUESTIONS_A_TOPIC}::integer) as n`.execute(db)
  await sql`update bank_version set version = version + 1`.execute(db)
  for (const id of userIds) {
    await db
      .insertInto('app_user')
      .values({ id, email: id, email_key: id, display_name: null, player_number: 1234, created_at: 0 })
      .execute()
    await sql`
      insert into answer (user_id, question_id, answered_at, source, choice, is_right, ms, is_timed, language)
      select ${id}, question.id, ${Date.now()}::bigint - (${KEPT_MS}::bigint / ${ANSWERS}::bigint) * n, 'game', 'An answer',
        random() < 0.78, (random() * 20000)::integer, true, 'en'
      from generate_series(1, ${ANSWERS}::integer) as n
      join (select id, row_number() over (order by id) as number from question) as question
        on question.number = n % ${TOPICS * QUESTIONS_A_TOPIC}::integer + 1`.execute(db)
    await sql`
      insert into player_question (user_id, question_id, answer_count, right_count, is_last_right, first_answered_at,
        stability, difficulty, right_in_a_row, reviewed_on, missed_on, due_on)
      select ${id}, id, 16, 12, random() < 0.78, ${Date.now()}::bigint - (random() * 1e10)::bigint,
        3, 6, 1, '2026-01-01', '2025-12-30', case when random() < 0.3 then '2026-01-05' end
      from question`.execute(db)
    await sql`
      insert into game_result (user_id, ended_at, points, place, player_count, right_count, question_count)
      select ${id}, n, (random() * 9000)::integer, 1, 4, 7, 10
      from generate_series(1, ${GAMES}::integer) as n`.execute(db)
  }
}

async function bench({ db, kind }) {
  const userIds = Array.from({ length: PLAYERS }, () => randomUUID())
  await fill(db, userIds)
  await sql`analyze`.execute(db)
  const clock = { now: () => Date.now() }
  const deps = { db, clock, bank: createBank({ db, clock }) }
  const tookMs = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const startMs = performance.now()
    const stats = await getMyStats(deps, userIds[round % PLAYERS])
    tookMs.push(performance.now() - startMs)
    if (stats.answer_count !== 16 * TOPICS * QUESTIONS_A_TOPIC || !stats.speed) throw new Error('not what was stored')
  }
  const [first, ...others] = tookMs
  const [typical, slowest] = [median(others), Math.max(...others)].map(Math.round)
  console.log(`${kind}: first ${Math.round(first)} ms, then median ${typical} ms, slowest ${slowest} ms`)
}

const folder = mkdtempSync(join(tmpdir(), 'quizmaster-bench-'))
const postgres = await startPostgres()
try {
  for (const databaseUrl of [null, postgres.url]) {
    const database = await openDatabase({ databaseUrl, dataDir: folder })
    await bench(database)
    await database.close()
  }
} finally {
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}
