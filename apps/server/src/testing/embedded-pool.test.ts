import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { EmbeddedDatabase } from '../infra/db/database.ts'
import { isDatabaseUnavailable } from '../infra/db/database-error.ts'
import { embeddedTemplate } from './database.ts'
import { EmbeddedPool } from './embedded-pool.ts'

const pool = new EmbeddedPool(embeddedTemplate)

/** The thread of a database starts its clock when it opens. */
async function startOf({ db }: EmbeddedDatabase): Promise<string> {
  const { rows } = await sql<{ at: string }>`select pg_postmaster_start_time()::text as at`.execute(db)
  return String(rows[0]?.at)
}

test('a database is used again with the rows of the migrations and no others', async () => {
  const first = await pool.open()
  const ads = await first.db.selectFrom('ad').selectAll().orderBy('position').execute()
  expect(ads.length).toBeGreaterThan(0)
  await first.db.deleteFrom('ad').execute()
  await first.db.updateTable('bank_version').set({ version: 7 }).execute()
  const topicId = randomUUID()
  await first.db.insertInto('topic').values({ id: topicId, key: 'left', text: 'Left behind' }).execute()
  const start = await startOf(first)
  await first.close()

  const second = await pool.open()
  expect(await startOf(second)).toBe(start)
  expect(await second.db.selectFrom('ad').selectAll().orderBy('position').execute()).toEqual(ads)
  expect(await second.db.selectFrom('bank_version').select('version').execute()).toEqual([{ version: 0 }])
  expect(await second.db.selectFrom('topic').selectAll().execute()).toEqual([])
  await second.close()
})

test.each([
  ['renamed table', sql`alter table serving rename to gone`],
  ['new table', sql`create table extra (id int)`],
])('a database with a %s is not used again', async (_, change) => {
  const first = await pool.open()
  const start = await startOf(first)
  await change.execute(first.db)
  await first.close()
  const second = await pool.open()
  expect(await startOf(second)).not.toBe(start)
  await second.close()
})

test('a closed database refuses calls', async () => {
  const database = await pool.open()
  await database.close()
  const reason = await database.ping().catch((error: unknown) => error)
  expect(isDatabaseUnavailable(reason)).toBe(true)
})
