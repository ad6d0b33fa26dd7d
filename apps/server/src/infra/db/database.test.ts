import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databaseKinds, openTestDatabase } from '../../testing/database.ts'
import type { Database } from './database.ts'
import { databaseErrorCode, isUniqueViolation } from './database-error.ts'
import { inTransaction } from './transaction.ts'

describe.each(databaseKinds())('the %s database', (kind) => {
  let database: Database
  beforeAll(async () => {
    database = await openTestDatabase(kind)
  })
  afterAll(() => database.close())

  test('answers a ping', async () => {
    await expect(database.ping()).resolves.toBeUndefined()
  })

  test('returns counts and times as numbers', async () => {
    const atMs = 1_795_000_000_123
    await database.db.insertInto('rate_hit').values({ key: 'numbers', at: atMs }).execute()
    const row = await database.db
      .selectFrom('rate_hit')
      .select(['at', sql<number>`count(*) over ()`.as('count'), sql<number[]>`array[at, null]`.as('list')])
      .where('key', '=', 'numbers')
      .executeTakeFirstOrThrow()
    expect(row).toEqual({ at: atMs, count: 1, list: [atMs, null] })
  })

  test('returns bytes and JSON unchanged', async () => {
    const { db } = database
    const codeHash = Buffer.from([0, 1, 254, 255])
    const code = { id: randomUUID(), email_key: 'bytes', requester: '', is_known: false, created_at: 1, expires_at: 2 }
    await db
      .insertInto('mailed_code')
      .values({ ...code, code_hash: codeHash })
      .execute()
    const read = await db
      .selectFrom('mailed_code')
      .selectAll()
      .where('email_key', '=', 'bytes')
      .executeTakeFirstOrThrow()
    expect(Buffer.compare(read.code_hash, codeHash)).toBe(0)
    const details = { abc: 2, 'ä"\\': [1, null] }
    const entry = { id: randomUUID(), at: 1, admin_id: randomUUID(), admin_email: '', action: 'json', subject: '' }
    await db
      .insertInto('audit_entry')
      .values({ ...entry, details: JSON.stringify(details) })
      .execute()
    const { details: found } = await db
      .selectFrom('audit_entry')
      .select('details')
      .where('action', '=', 'json')
      .executeTakeFirstOrThrow()
    expect(found).toEqual(details)
  })

  test('returns the number of rows affected', async () => {
    const { db } = database
    await db
      .insertInto('rate_hit')
      .values([
        { key: 'touched', at: 1 },
        { key: 'touched', at: 2 },
      ])
      .execute()
    const { numDeletedRows } = await db.deleteFrom('rate_hit').where('key', '=', 'touched').executeTakeFirstOrThrow()
    expect(numDeletedRows).toBe(2n)
  })

  test('names the violated unique constraint', async () => {
    const { db } = database
    await db.insertInto('topic').values({ id: randomUUID(), key: 'twice', text: 'T' }).execute()
    const again = db.insertInto('topic').values({ id: randomUUID(), key: 'twice', text: 'T' }).execute()
    const error = await again.catch((reason: unknown) => reason)
    expect(databaseErrorCode(error)).toBe('23505')
    expect(error).toMatchObject({
      constraint: 'topic_key_key',
      table: 'topic',
      detail: 'Key (key)=(twice) already exists.',
    })
    expect(isUniqueViolation(error, 'topic_key_key')).toBe(true)
    expect(isUniqueViolation(error, 'topic_pkey')).toBe(false)
  })

  test('isolates concurrent transactions', async () => {
    const { db } = database
    await db.insertInto('feature_flag').values({ name: 'counter', is_enabled: true, updated_at: 0 }).execute()
    const increments = Array.from({ length: 40 }, (_, index) =>
      inTransaction(db, async (trx) => {
        const { updated_at: before } = await trx
          .selectFrom('feature_flag')
          .select('updated_at')
          .where('name', '=', 'counter')
          .forUpdate()
          .executeTakeFirstOrThrow()
        await trx
          .updateTable('feature_flag')
          .set({ updated_at: before + 1 })
          .where('name', '=', 'counter')
          .execute()
        if (index % 4 === 0) throw new Error('changed its mind')
      }),
    )
    const outcomes = await Promise.allSettled(increments)
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(30)
    const row = await db.selectFrom('feature_flag').selectAll().where('name', '=', 'counter').executeTakeFirstOrThrow()
    expect(row.updated_at).toBe(30)
  })

  test('keeps other queries out of an open transaction', async () => {
    const { db } = database
    let outside: Promise<unknown> = Promise.resolve()
    const rolledBack = inTransaction(db, async (trx) => {
      await trx.insertInto('rate_hit').values({ key: 'inside', at: 1 }).execute()
      // Sent outside the transaction while it is open: must survive the rollback.
      outside = db.insertInto('rate_hit').values({ key: 'outside', at: 1 }).execute()
      await trx.insertInto('rate_hit').values({ key: 'inside', at: 2 }).execute()
      throw new Error('changed its mind')
    })
    await expect(rolledBack).rejects.toThrow('changed its mind')
    await outside
    const rows = await db.selectFrom('rate_hit').select('key').where('key', 'in', ['inside', 'outside']).execute()
    expect(rows).toEqual([{ key: 'outside' }])
  })

  test('does not report a transaction with a failed statement as committed', async () => {
    const work = database.db.transaction().execute(async (trx) => {
      await trx.insertInto('rate_hit').values({ key: 'failed', at: 1 }).execute()
      await sql`select 1 / 0`.execute(trx).catch(() => undefined)
    })
    await expect(work).rejects.toThrow()
    const rows = await database.db.selectFrom('rate_hit').where('key', '=', 'failed').select('at').execute()
    expect(rows).toEqual([])
  })

  test('answers many concurrent queries, each with its own rows', async () => {
    const { db } = database
    const asked = Array.from({ length: 200 }, (_, n) => sql<{ n: number }>`select ${n}::int as n`.execute(db))
    const results = await Promise.all(asked)
    expect(results.map(({ rows }) => rows[0]?.n)).toEqual(Array.from({ length: 200 }, (_, n) => n))
  })

  test('deletes the sessions of a user with the user', async () => {
    const { db } = database
    const userId = randomUUID()
    const user = { email: 'A@b.de', email_key: 'a@b.de', player_number: 4821, created_at: 1 }
    await db
      .insertInto('app_user')
      .values({ id: userId, ...user })
      .execute()
    const times = { created_at: 1, last_seen_at: 1, expires_at: 2 }
    const session = { id: randomUUID(), user_id: userId, token_hash: Buffer.from('t'), device: 'Firefox', ...times }
    await db.insertInto('session').values(session).execute()
    await db.deleteFrom('app_user').where('id', '=', userId).execute()
    expect(await db.selectFrom('session').selectAll().execute()).toEqual([])
  })

  test('rejects a plan grant that is not one of the three paid plans', async () => {
    const userId = randomUUID()
    const user = { email: 'p', email_key: 'p', player_number: 1, created_at: 1 }
    await database.db
      .insertInto('app_user')
      .values({ id: userId, ...user })
      .execute()
    const grant = (plan: string) => sql`insert into plan_grant (id, user_id, plan, origin, reference, started_at)
      values (${randomUUID()}, ${userId}, ${plan}, 'operator', ${plan}, 1)`
    const refusal = await grant('starter')
      .execute(database.db)
      .catch((reason: unknown) => reason)
    expect(databaseErrorCode(refusal)).toBe('23514')
    expect((await grant('yearly').execute(database.db)).numAffectedRows).toBe(1n)
  })

  test('has exactly one bank version', async () => {
    const { db } = database
    expect(await db.selectFrom('bank_version').select('version').execute()).toEqual([{ version: 0 }])
    await expect(db.insertInto('bank_version').values({ version: 1 }).execute()).rejects.toMatchObject({
      code: '23505',
    })
  })
})
