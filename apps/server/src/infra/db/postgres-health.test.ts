import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { databaseUrlOf, databaseKinds, openTestDatabase, PATIENT_TIMEOUTS } from '../../testing/database.ts'
import { startTcpProxy, type TcpProxy } from '../../testing/tcp-proxy.ts'
import { type Database, openDatabase, type PostgresDatabase } from './database.ts'
import { isDatabaseUnavailable } from './database-error.ts'
import type { PostgresTimeouts } from './postgres-database.ts'
import { createLivenessCheck, type DatabaseHealth } from './postgres-health.ts'
import { inTransaction } from './transaction.ts'

const CONNECTIONS = 3
/** Longer than in production, for a machine that stalls. */
const HEALTH_MS = 3_000

describe.runIf(databaseKinds().includes('postgres'))(
  'the health of a PostgreSQL server behind a faulty network',
  () => {
    let server: Database
    let admin: Client
    let proxy: TcpProxy
    let database: PostgresDatabase
    beforeAll(async () => {
      server = await openTestDatabase('postgres')
      admin = new Client({ connectionString: await databaseUrlOf(server) })
      await admin.connect()
    })
    afterAll(async () => {
      await admin.end()
      await server.close()
    })
    beforeEach(async () => {
      proxy = await startTcpProxy(await databaseUrlOf(server))
      // The driver and PostgreSQL wait so long that only the check can end a query.
      database = await open({ ...PATIENT_TIMEOUTS, healthMs: HEALTH_MS })
      await fillPool()
    })
    afterEach(async () => {
      proxy.cut()
      await database.close()
    })

    const open = async (timeouts: Partial<PostgresTimeouts>) => {
      const opened = await openDatabase({ databaseUrl: proxy.url, dataDir: '', maxConnections: CONNECTIONS, timeouts })
      if (opened.kind !== 'postgres') throw new Error('not PostgreSQL')
      return opened
    }
    /** With the driver's time limit of production. On a machine that stalls, any query may exceed it. */
    const openImpatient = async () => {
      const impatient = await open({ connectMs: PATIENT_TIMEOUTS.connectMs })
      await expect.poll(() => isFilled(impatient)).toBe(true)
      return impatient
    }
    const fillPool = ({ db }: Database = database) =>
      Promise.all(Array.from({ length: CONNECTIONS }, () => sql`select 1`.execute(db)))
    const isFilled = (of: Database) => isUnavailable(fillPool(of)).then((isNot) => !isNot)
    const isUnavailable = (query: Promise<unknown>) =>
      query.then(
        () => false,
        (error: unknown) => isDatabaseUnavailable(error),
      )

    test('is silent when nothing comes back, and pending queries are rejected', async () => {
      expect(await database.health()).toBe('answers')
      proxy.blackHole()
      const query = isUnavailable(sql`select 1`.execute(database.db))
      const transaction = isUnavailable(inTransaction(database.db, (trx) => sql`select 1`.execute(trx)))
      expect(await database.health()).toBe('silent')
      expect(await query).toBe(true)
      expect(await transaction).toBe(true)
    })

    test('is restored with the network, and so are queries', async () => {
      proxy.blackHole()
      expect(await database.health()).toBe('silent')
      await proxy.restore()
      expect(await database.health()).toBe('answers')
      await fillPool()
    })

    test('is restored by the next check after the network has dropped the pooled connections', async () => {
      proxy.blackHole()
      await proxy.restore()
      expect(await database.health()).toBe('answers')
      await fillPool()
    })

    test('an open transaction is rolled back when its connection is cut', async () => {
      let health: Promise<DatabaseHealth> | undefined
      const cut = inTransaction(database.db, async (trx) => {
        await trx.insertInto('feature_flag').values({ name: 'half', is_enabled: true, updated_at: 1 }).execute()
        proxy.blackHole()
        health = database.health()
        await sql`select 1`.execute(trx)
      })
      expect(await isUnavailable(cut)).toBe(true)
      expect(await health).toBe('silent')
      const flags = await server.db.selectFrom('feature_flag').selectAll().execute()
      expect(flags).toEqual([])
    })

    test('a query times out even if no check runs', async () => {
      const unchecked = await openImpatient()
      proxy.blackHole()
      expect(await isUnavailable(sql`select 1`.execute(unchecked.db))).toBe(true)
      proxy.cut()
      await unchecked.close()
    })

    test('a connection on which a query was not answered is not used again', async () => {
      const impatient = await openImpatient()
      proxy.loseAnswerTo('unanswered', 'silent')
      expect(await isUnavailable(sql`select 'unanswered'`.execute(impatient.db))).toBe(true)
      await expect.poll(() => isFilled(impatient)).toBe(true)
      proxy.loseAnswerTo('unanswered', 'silent')
      const transaction = inTransaction(impatient.db, (trx) => sql`select 'unanswered'`.execute(trx))
      expect(await isUnavailable(transaction)).toBe(true)
      await expect.poll(() => isFilled(impatient)).toBe(true)
      proxy.cut()
      await impatient.close()
    })

    test('a server that refuses connections is not silent', async () => {
      proxy.cut()
      await expect.poll(() => database.health()).toBe('refuses')
    })

    test('a busy pool is not mistaken for a silent server, and keeps its connections', async () => {
      await admin.query('begin; lock table topic')
      const stuck = Promise.all(
        Array.from({ length: CONNECTIONS }, () => database.db.selectFrom('topic').selectAll().execute()),
      )
      expect(await database.health()).toBe('answers')
      await admin.query('rollback')
      expect(await stuck).toEqual([[], [], []])
    })
  },
)

test('the liveness check reports each outage once, and a server that refuses in between is in the same outage', async () => {
  const results: DatabaseHealth[] = [
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
  const reported: number[] = []
  let checks = 0
  const checkLiveness = createLivenessCheck(
    async () => results[checks] ?? 'answers',
    () => reported.push(checks),
  )
  for (; checks < results.length; checks += 1) await checkLiveness()
  expect(reported).toEqual([1, 8])
})
