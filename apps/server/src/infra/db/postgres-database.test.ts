import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { databaseKinds, databaseUrlOf, openTestDatabase, PATIENT_TIMEOUTS } from '../../testing/database.ts'
import { type Database, openDatabase } from './database.ts'
import { isDatabaseUnavailable } from './database-error.ts'
import { withSession } from './postgres-database.ts'
import { inTransaction } from './transaction.ts'

describe.runIf(databaseKinds().includes('postgres'))('on PostgreSQL', () => {
  let database: Database
  /** With a server's time limits, except that the driver waits longer, so that even late errors are PostgreSQL's. */
  let limited: Database
  let admin: Client
  beforeAll(async () => {
    database = await openTestDatabase('postgres')
    const url = await databaseUrlOf(database)
    const { queryMs, connectMs } = PATIENT_TIMEOUTS
    limited = await openDatabase({ databaseUrl: url, dataDir: '', timeouts: { queryMs, connectMs } })
    admin = new Client({ connectionString: url })
    await admin.connect()
  })
  afterAll(async () => {
    await admin.end()
    await limited.close()
    await database.close()
  })

  test.each([
    ['statement_timeout', '5s'],
    ['lock_timeout', '3s'],
    ['idle_in_transaction_session_timeout', '10s'],
    ['synchronous_commit', 'on'],
  ])('every connection has %s = %s', async (setting, value) => {
    const { rows } = await sql<{ value: string }>`select current_setting(${setting}) as value`.execute(limited.db)
    expect(rows).toEqual([{ value }])
  })

  test('migrations and moves have no time limits, whatever the database sets for servers', async () => {
    const name = await admin.query<{ name: string }>('select current_database() as name')
    const limits = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout']
    for (const limit of limits) await admin.query(`alter database ${name.rows[0]?.name} set ${limit} = '4s'`)
    const url = await databaseUrlOf(database)
    const found = await withSession(url, (session) =>
      session.query('select name, setting from pg_settings where name = any($1)', [limits]),
    )
    expect(found).toEqual(expect.arrayContaining(limits.map((limit) => ({ name: limit, setting: '0' }))))
  })

  test('now returns the time of the server', async () => {
    if (database.kind !== 'postgres') throw new Error('not PostgreSQL')
    const { rows } = await admin.query<{ ms: number }>('select floor(extract(epoch from now()) * 1000)::float8 as ms')
    const before = rows[0]?.ms ?? NaN
    const first = await database.now()
    expect(first).toBeGreaterThanOrEqual(before)
    await expect.poll(async () => (database.kind === 'postgres' ? await database.now() : 0)).toBeGreaterThan(first)
  })

  test('a statement that takes too long is cancelled', async () => {
    await expect(sql`select pg_sleep(60)`.execute(limited.db)).rejects.toMatchObject({ code: '57014' })
    await sql`select 1`.execute(limited.db)
  })

  test('a locked table fails queries of that table fast, and no others', async () => {
    await admin.query('begin; lock table topic')
    const stuck = limited.db.selectFrom('topic').selectAll().execute()
    await expect(limited.db.selectFrom('feature_flag').selectAll().execute()).resolves.toEqual([])
    await expect(stuck).rejects.toMatchObject({ code: '55P03' })
    await admin.query('rollback')
  })

  test('reconnects after the server has terminated all connections, idle or in use', async () => {
    await Promise.all([1, 2, 3].map(() => sql`select 1`.execute(database.db)))
    const inUse = inTransaction(database.db, async (trx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx)
      await admin.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      )
      await sql`select ${rows[0]?.pid}::int`.execute(trx)
    })
    expect(isDatabaseUnavailable(await inUse.catch((reason: unknown) => reason))).toBe(true)
    await vi.waitFor(() => database.ping(), { timeout: 60_000 })
    const id = randomUUID()
    await database.db.insertInto('topic').values({ id, key: id, text: 'after' }).execute()
  })

  test('a query prepared before a migration of another process works after it, also in a transaction', async () => {
    const select = (db: Database['db']) => db.selectFrom('content_file').selectAll().execute()
    const one = await openOneConnection()
    try {
      expect(await select(one.db)).toEqual([])
      await admin.query('alter table content_file add column extra int')
      expect(await select(one.db)).toEqual([])
      const insert = (db: Database['db']) =>
        db.insertInto('feature_flag').values({ name: 'x', is_enabled: true, updated_at: 1 }).returningAll().execute()
      await insert(one.db)
      await one.db.deleteFrom('feature_flag').execute()
      await admin.query('alter table feature_flag add column extra int')
      expect(await inTransaction(one.db, insert)).toMatchObject([{ name: 'x' }])
    } finally {
      await one.close()
    }
  })

  test('a query is prepared once per connection, also if it spans several lines', async () => {
    const one = await openOneConnection()
    try {
      const ask = () =>
        sql`
          select 'over several lines' as text`.execute(one.db)
      await ask()
      await ask()
      const { rows } = await sql<{ uses: number }>`
        select (generic_plans + custom_plans)::int as uses from pg_prepared_statements
        where statement like '%over several lines%' and statement not like '%pg_prepared_statements%'`.execute(one.db)
      expect(rows).toEqual([{ uses: 2 }])
    } finally {
      await one.close()
    }
  })

  test('processes that start at the same time on an empty database migrate it once', async () => {
    const name = `race_${randomUUID().replaceAll('-', '')}`
    await admin.query(`create database ${name}`)
    const url = new URL(process.env.TEST_DATABASE_URL ?? '')
    url.pathname = `/${name}`
    try {
      const open = () => openDatabase({ databaseUrl: url.href, dataDir: '', timeouts: PATIENT_TIMEOUTS })
      const databases = await Promise.all([open(), open(), open(), open()])
      const { rows } = await sql`select name from schema_migration`.execute(databases[0].db)
      expect(rows.length).toBeGreaterThan(0)
      await Promise.all(databases.map(({ close }) => close()))
    } finally {
      await admin.query(`drop database ${name} with (force)`)
    }
  })

  test('an unreachable server is told apart from one that rejects a row', async () => {
    // Nothing listens on port 9.
    const missing = openDatabase({ databaseUrl: 'postgres://x@127.0.0.1:9/x', dataDir: '' })
    expect(isDatabaseUnavailable(await missing.catch((reason: unknown) => reason))).toBe(true)
    const refused = database.db.insertInto('bank_version').values({ version: 1 }).execute()
    expect(isDatabaseUnavailable(await refused.catch((reason: unknown) => reason))).toBe(false)
  })

  async function openOneConnection(): Promise<Database> {
    const url = new URL(process.env.TEST_DATABASE_URL ?? '')
    url.pathname = `/${admin.database}`
    return openDatabase({ databaseUrl: url.href, dataDir: '', maxConnections: 1, timeouts: PATIENT_TIMEOUTS })
  }
})
