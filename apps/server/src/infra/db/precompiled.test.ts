import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databaseKinds, openTestDatabase } from '../../testing/database.ts'
import type { Database } from './database.ts'
import { precompiled } from './precompiled.ts'
import { inTransaction } from './transaction.ts'

describe.each(databaseKinds())('a precompiled statement on %s', (kind) => {
  let database: Database
  beforeAll(async () => {
    database = await openTestDatabase(kind)
  })
  afterAll(() => database.close())

  test('runs with the values of each execution, in a transaction as well, and is built once', async () => {
    let buildCount = 0
    const add = precompiled<{ a: number; b: number | null }, { sum: number | null; same: boolean }>((value) => {
      buildCount += 1
      return sql`select ${value('a')}::integer + ${value('b')}::integer + ${100}::integer as sum, ${value('a')}::integer = 1 as same`
    })
    expect(await add(database.db, { a: 1, b: 2 })).toEqual([{ sum: 103, same: true }])
    expect(await inTransaction(database.db, (trx) => add(trx, { b: 20, a: 10 }))).toEqual([{ sum: 130, same: false }])
    expect(await add(database.db, { a: 1, b: null })).toEqual([{ sum: null, same: true }])
    expect(buildCount).toBe(1)
  })
})
