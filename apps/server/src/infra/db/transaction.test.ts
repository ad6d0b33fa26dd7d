import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databaseKinds, openTestDatabase } from '../../testing/database.ts'
import type { Database } from './database.ts'
import { type Db, inTransaction } from './transaction.ts'

/** Fails the transaction with this SQLSTATE. */
function failWith(db: Db, code: string): Promise<unknown> {
  return sql`do ${sql.raw(`$$ begin raise exception 'lost' using errcode = '${code}'; end $$`)}`.execute(db)
}

describe.each(databaseKinds())('a transaction on the %s database', (kind) => {
  let database: Database
  const waitsMs: number[] = []
  const wait = async (waitMs: number): Promise<void> => void waitsMs.push(waitMs)

  beforeAll(async () => {
    database = await openTestDatabase(kind)
  })
  afterAll(() => database.close())

  async function countHits(key: string): Promise<number> {
    const rows = await database.db.selectFrom('rate_hit').select('at').where('key', '=', key).execute()
    return rows.length
  }

  test.each(['40001', '40P01'])('that conflicts with another (%s) is retried from the start', async (code) => {
    let attempts = 0
    const work = async (trx: Db): Promise<string> => {
      attempts += 1
      await trx.insertInto('rate_hit').values({ key: code, at: attempts }).execute()
      if (attempts < 3) await failWith(trx, code)
      return 'done'
    }
    await expect(inTransaction(database.db, work, { wait })).resolves.toBe('done')
    expect(attempts).toBe(3)
    expect(await countHits(code)).toBe(1)
  })

  test('fails after five attempts, with waits of at most 320 ms between them', async () => {
    waitsMs.length = 0
    let attempts = 0
    const work = async (trx: Db): Promise<void> => {
      attempts += 1
      await failWith(trx, '40001')
    }
    await expect(inTransaction(database.db, work, { wait })).rejects.toMatchObject({ code: '40001' })
    expect(attempts).toBe(5)
    expect(waitsMs).toHaveLength(4)
    expect(Math.max(...waitsMs)).toBeLessThanOrEqual(320)
  })

  test('is not retried for any other error', async () => {
    let attempts = 0
    const work = async (trx: Db): Promise<void> => {
      attempts += 1
      await failWith(trx, '23505')
    }
    await expect(inTransaction(database.db, work, { wait })).rejects.toMatchObject({ code: '23505' })
    expect(attempts).toBe(1)
  })

  test('inside another is part of it: rolled back with it, and retried only as a whole', async () => {
    let inner = 0
    const outer = inTransaction(
      database.db,
      async (trx) => {
        await inTransaction(trx, async (nested) => {
          inner += 1
          await nested.insertInto('rate_hit').values({ key: 'nested', at: 1 }).execute()
          if (inner === 1) await failWith(nested, '40001')
        })
        throw new Error('changed its mind')
      },
      { wait },
    )
    await expect(outer).rejects.toThrow('changed its mind')
    expect(inner).toBe(2)
    expect(await countHits('nested')).toBe(0)
  })

  test('with serializable isolation loses no concurrent update', async () => {
    const { db } = database
    await db.insertInto('feature_flag').values({ name: 'sum', is_enabled: true, updated_at: 0 }).execute()
    const add = async (trx: Db): Promise<void> => {
      const { updated_at: before } = await trx
        .selectFrom('feature_flag')
        .select('updated_at')
        .where('name', '=', 'sum')
        .executeTakeFirstOrThrow()
      await trx
        .updateTable('feature_flag')
        .set({ updated_at: before + 1 })
        .where('name', '=', 'sum')
        .execute()
    }
    const adds = Array.from({ length: 4 }, () => inTransaction(db, add, { isolationLevel: 'serializable' }))
    const outcomes = await Promise.allSettled(adds)
    const row = await db
      .selectFrom('feature_flag')
      .select('updated_at')
      .where('name', '=', 'sum')
      .executeTakeFirstOrThrow()
    expect(row.updated_at).toBe(outcomes.filter(({ status }) => status === 'fulfilled').length)
    expect(row.updated_at).toBeGreaterThan(0)
  })
})
