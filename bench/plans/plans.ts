import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { UserId } from '@quizmaster/contract/ids'
import { Client } from 'pg'
import { sweepAccounts } from '../../apps/server/src/features/accounts/retention.ts'
import { rateQueuedAnswers } from '../../apps/server/src/features/questions/ratings.ts'
import { countChanges, sweepCounts } from '../../apps/server/src/features/progress/leaderboard-counts.ts'
import { getLeaderboard } from '../../apps/server/src/features/progress/leaderboard.ts'
import { type Database, openDatabase } from '../../apps/server/src/infra/db/database.ts'
import { buildApp, dataOf } from '../../apps/server/src/testing/build-app.ts'
import { fakeClock } from '../../apps/server/src/testing/fake-clock.ts'
import { openLobby, passTime, Player, startGame } from '../../apps/server/src/testing/play.ts'
import { startPostgres } from '../../scripts/testing/postgres.mjs'
import { median } from '../lib/statistics.mjs'
import { fill } from './fill.ts'

// The query plans of a large site. Fills a PostgreSQL database, signs in, plays a game, practises, asks for the
// leaderboard and sweeps in the real app, and has PostgreSQL explain every statement of that, with its custom and its
// generic plan.
//   npm run bench:plans [-- --users 1000000 --awards 10000000 --games 100000]
// The exit code is 1 if a statement reads a whole table of more than 10,000 rows.

const LARGE_ROWS = 10_000

interface Statement {
  sql: string
  parameters: readonly unknown[]
  during: string
}

interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  Plans?: PlanNode[]
}

interface Explained {
  'Execution Time'?: number
  Plan: PlanNode
}

const { values } = parseArgs({
  options: {
    users: { type: 'string', default: '1000000' },
    awards: { type: 'string', default: '10000000' },
    games: { type: 'string', default: '100000' },
  },
})
const sizes = { users: Number(values.users), awards: Number(values.awards), games: Number(values.games) }
const clock = fakeClock(Date.UTC(2026, 10, 18, 12))
const statements = new Map<string, Statement>()
let during = 'start'

async function playEverything(database: Database): Promise<void> {
  const { db } = database
  const step = async (name: string, work: () => Promise<unknown>): Promise<void> => {
    during = name
    await work()
  }
  const app = await buildApp({ database, clock })
  try {
    during = 'sign in'
    const players = [
      await Player.signIn(app, 'host@example.com'),
      await Player.signIn(app, 'guest@example.com'),
    ] as const
    await step('game', async () => {
      const id = await openLobby([players[0], players[1]])
      await startGame(players[0], id)
      for (let question = 0; question < 5; question += 1) {
        const game = await players[0].getGame(id)
        for (const player of players) await player.answer(game, 'Right', 0)
        await passTime(app, 6_000)
      }
    })
    await step('practice', async () => {
      const { token } = players[0]
      const drawn = await app.call('POST', 'gameplay/api/question/random_list', {
        token,
        body: { topics: null, count: 10 },
      })
      if (drawn.status !== 200) throw new Error(`no questions: ${JSON.stringify(app.logged.at(-1))}`)
      // Answers within a second are not rated.
      clock.advance(2_000)
      for (const question of dataOf<{ id: string; answers: { id: string; text: string }[] }[]>(drawn)) {
        const answer = question.answers.find(({ text }) => text.startsWith('Right'))?.id
        const body = { question_id: question.id, answer_id: answer }
        await app.call('POST', 'gameplay/api/question/verify_answer', { token, body })
      }
    })
    for (const path of ['leaderboard', 'leaderboard?period=week', 'leaderboard?around=me', 'my_stats']) {
      await step(path, () => app.call('GET', `stats/api/${path}`, { token: players[0].token }))
    }
    await step('sweep of games', () => app.app.sweepGames())
    await step('leaderboard task', () => countChanges({ db, clock }))
    await step('ratings task', () => rateQueuedAnswers(db))
    await step('retention', async () => {
      await sweepAccounts({ db, clock, dataDir: '/nowhere' })
      await sweepCounts({ db, clock })
    })
  } finally {
    await app.close()
  }
}

/** Explains a statement, without a time if it can't run again, such as an insert with the same key. */
async function explain(client: Client, statement: Statement, mode: 'custom' | 'generic'): Promise<Explained> {
  const analyzed = await tryExplain(client, statement, mode, 'analyze, ').catch(() => null)
  return analyzed ?? tryExplain(client, statement, mode, '')
}

async function tryExplain(client: Client, statement: Statement, mode: string, analyze: string): Promise<Explained> {
  const literals = statement.parameters.map((value) => {
    if (value === null) return 'null'
    if (Buffer.isBuffer(value)) return `'\\x${value.toString('hex')}'`
    return client.escapeLiteral(typeof value === 'string' ? value : JSON.stringify(value))
  })
  await client.query(`begin; set local plan_cache_mode = force_${mode}_plan`)
  try {
    await client.query(`prepare stated as ${statement.sql}`)
    const list = literals.length > 0 ? `(${literals.join(', ')})` : ''
    const { rows } = await client.query<{ 'QUERY PLAN': [Explained] }>(
      `explain (${analyze}format json) execute stated${list}`,
    )
    const explained = rows[0]?.['QUERY PLAN'][0]
    if (!explained) throw new Error('no plan')
    return explained
  } finally {
    await client.query('rollback')
    await client.query('deallocate all')
  }
}

function scannedTables(node: PlanNode): string[] {
  const own = node['Node Type'] === 'Seq Scan' && node['Relation Name'] ? [node['Relation Name']] : []
  return [...own, ...(node.Plans ?? []).flatMap(scannedTables)]
}

async function explainAll(client: Client): Promise<number> {
  const { rows: large } = await client.query<{ name: string }>(
    'select relname as name from pg_class where reltuples > $1',
    [LARGE_ROWS],
  )
  const names = new Set(large.map(({ name }) => name))
  let scans = 0
  for (const statement of statements.values()) {
    const plans = [await explain(client, statement, 'custom'), await explain(client, statement, 'generic')]
    const scanned = plans.map(({ Plan }) => scannedTables(Plan).filter((name) => names.has(name)))
    const ms = plans.map((plan) => plan['Execution Time']?.toFixed(2) ?? '–')
    if (scanned.flat().length > 0) scans += 1
    const text = statement.sql.replaceAll(/\s+/g, ' ')
    const verdict = scanned.flat().length > 0 ? ` SCANS ${scanned.map((tables) => tables.join()).join(' / ')}` : ''
    console.log(`${statement.during}: ${ms.join(' / ')} ms${verdict}: ${text.slice(0, verdict ? 2000 : 110)}`)
  }
  console.log(`${statements.size} statements, ${scans} of which read a whole large table`)
  return scans
}

/** Times the leaderboard for players in every part of it, and checks their positions against a count of all players. */
async function timeLeaderboard(client: Client, database: Database): Promise<void> {
  const { rows } = await client.query<{ id: UserId; points: number; ahead: string }>(
    `select user_id as id, total_points as points,
       (select count(*) from user_progress as other where other.is_listed and other.total_points > picked.total_points) as ahead
     from (select user_id, total_points, row_number() over (order by total_points desc) as number
       from user_progress where is_listed) as picked
     where number in (1, 1000, 100000, ${Math.floor(sizes.users * 0.475)}, ${Math.floor(sizes.users * 0.94)}) order by number`,
  )
  for (const { id, points, ahead } of rows) {
    const times: number[] = []
    for (let round = 0; round < 50; round += 1) {
      const startMs = performance.now()
      const { me } = await getLeaderboard({ db: database.db, clock }, { period: 'all', around: true, userId: id })
      times.push(performance.now() - startMs)
      if (me?.position !== 1 + Number(ahead))
        throw new Error(`position ${me?.position} instead of ${1 + Number(ahead)}`)
    }
    console.log(
      `position ${1 + Number(ahead)} with ${points} points, and the rows around it: ${median(times).toFixed(1)} ms`,
    )
  }
}

const postgres = await startPostgres({ isDurable: false })
const folder = mkdtempSync(join(tmpdir(), 'quizmaster-plans-'))
const client = new Client({ connectionString: postgres.url })
const database = await openDatabase({
  databaseUrl: postgres.url,
  dataDir: folder,
  onStatement: ({ query }) => {
    const isKnown = statements.has(query.sql) || !/^\s*(?:select|insert|update|delete|with)\b/i.test(query.sql)
    if (!isKnown) statements.set(query.sql, { sql: query.sql, parameters: query.parameters, during })
  },
})
try {
  await client.connect()
  const log = (what: string, ms: number) => console.log(`${what}: ${(ms / 1000).toFixed(1)} s`)
  await fill(client, sizes, clock.now(), log)
  const startMs = performance.now()
  while (await countChanges({ db: database.db, clock })) continue
  log('changes of points counted', performance.now() - startMs)
  await client.query('vacuum analyze leaderboard_change, leaderboard_count')
  await timeLeaderboard(client, database)
  statements.clear()
  await playEverything(database)
  process.exitCode = (await explainAll(client)) === 0 ? 0 : 1
} finally {
  await client.end()
  await database.close()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}
