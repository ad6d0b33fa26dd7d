import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addressOf, databaseKinds, openTestDatabase } from '../../testing/database.ts'
import { openWay, type Way } from '../../testing/way.ts'
import { type Database, openDatabase, type PostgresDatabase } from './database.ts'
import { isDatabaseUnavailable } from './database-error.ts'
import { createSilenceWatch, type Standing } from './standing.ts'
import { inTransaction } from './transaction.ts'

const CONNECTIONS = 3

describe.runIf(databaseKinds().includes('postgres'))('where PostgreSQL is cut off from this process', () => {
  let server: Database
  let admin: Client
  let way: Way
  let database: PostgresDatabase
  beforeAll(async () => {
    server = await openTestDatabase('postgres')
    admin = new Client({ connectionString: await addressOf(server) })
    await admin.connect()
  })
  afterAll(async () => {
    await admin.end()
    await server.close()
  })
  beforeEach(async () => {
    way = await openWay(await addressOf(server))
    const opened = await openDatabase({ databaseUrl: way.url, dataDir: '', maxConnections: CONNECTIONS })
    if (opened.kind !== 'postgres') throw new Error('not PostgreSQL')
    database = opened
    await fillPool()
  })
  afterEach(async () => {
    way.cut()
    await database.close()
  })

  const fillPool = () => Promise.all(Array.from({ length: CONNECTIONS }, () => sql`select 1`.execute(database.db)))
  const isUnavailable = (asked: Promise<unknown>) =>
    asked.then(
      () => false,
      (error: unknown) => isDatabaseUnavailable(error),
    )

  test('without a word it is silent, and all that waits for it ends', async () => {
    expect(await database.standing()).toBe('answers')
    way.swallow()
    const asked = isUnavailable(sql`select 1`.execute(database.db))
    const inTurns = isUnavailable(inTransaction(database.db, (trx) => sql`select 1`.execute(trx)))
    expect(await database.standing()).toBe('silent')
    expect(await asked).toBe(true)
    expect(await inTurns).toBe(true)
  })

  test('once it answers again so does everything', async () => {
    way.swallow()
    expect(await database.standing()).toBe('silent')
    await way.mend()
    expect(await database.standing()).toBe('answers')
    await fillPool()
  })

  test('connections that the network has forgotten are found by the next look', async () => {
    way.swallow()
    await way.mend()
    expect(await database.standing()).toBe('answers')
    await fillPool()
  })

  test('a transaction that was under way is undone, whole', async () => {
    let standing: Promise<Standing> | undefined
    const cut = inTransaction(database.db, async (trx) => {
      await trx.insertInto('feature_flag').values({ name: 'half', is_enabled: true, updated_at: 1 }).execute()
      way.swallow()
      standing = database.standing()
      await sql`select 1`.execute(trx)
    })
    expect(await isUnavailable(cut)).toBe(true)
    expect(await standing).toBe('silent')
    const flags = await server.db.selectFrom('feature_flag').selectAll().execute()
    expect(flags).toEqual([])
  })

  test('what asks while nobody looks is given up too', async () => {
    way.swallow()
    expect(await isUnavailable(sql`select 1`.execute(database.db))).toBe(true)
  })

  test('a server that refuses is not silent', async () => {
    way.cut()
    await expect.poll(() => database.standing()).toBe('refuses')
  })

  test('a busy pool is not taken for silence, and goes on with what it does', async () => {
    await admin.query('begin; lock table topic')
    const stuck = Array.from({ length: CONNECTIONS }, () =>
      database.db
        .selectFrom('topic')
        .selectAll()
        .execute()
        .catch((error: unknown) => (error as { code: string }).code),
    )
    expect(await database.standing()).toBe('answers')
    // Given up by the server, for the lock.
    expect(await Promise.all(stuck)).toEqual(Array.from({ length: CONNECTIONS }, () => '55P03'))
    await admin.query('rollback')
  })
})

test('each silence is told once, and one that the server breaks only to refuse is still the same', async () => {
  const standings: Standing[] = [
    'answers',
    'silent',
    'silent',
    'refuses',
    'silent',
    'answers',
    'refuses',
    'answers',
    'silent',
  ]
  const told: number[] = []
  let looks = 0
  const watch = createSilenceWatch(
    async () => standings[looks] ?? 'answers',
    () => told.push(looks),
  )
  for (; looks < standings.length; looks += 1) await watch()
  expect(told).toEqual([1, 8])
})
