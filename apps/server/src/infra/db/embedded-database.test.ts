import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { embeddedTemplate } from '../../testing/database.ts'
import { silentLog } from '../log.ts'
import { startVacuum, vacuum } from './embedded-database.ts'
import { PgliteClient } from './pglite-client.ts'

const ROWS = 5_000

let client: PgliteClient
beforeEach(async () => {
  client = await PgliteClient.open(
    { dataDir: null, tarball: await embeddedTemplate(), idleInTransactionMs: 10_000 },
    silentLog,
  )
})
afterEach(async () => {
  vi.useRealTimers()
  await client.close()
})

async function query(sql: string) {
  return (await client.call({ kind: 'query', connectionId: client.newConnectionId(), sql, params: [] })).rows
}

async function fillAndEmpty(): Promise<void> {
  await query(`insert into rate_hit (key, at) select 'hit' || n, n from generate_series(1, ${ROWS}) n`)
  await query('delete from rate_hit')
}

async function bytesOf(table: string): Promise<number> {
  const [row] = await query(`select pg_relation_size('${table}') as bytes`)
  return Number(row?.['bytes'])
}

test('vacuum frees the space of deleted rows', async () => {
  await fillAndEmpty()
  expect(await bytesOf('rate_hit')).toBeGreaterThan(100_000)
  await vacuum(client)
  expect(await bytesOf('rate_hit')).toBe(0)
})

test('vacuum updates the planner statistics', async () => {
  await query(`insert into rate_hit (key, at) select 'hit' || n, n from generate_series(1, ${ROWS}) n`)
  await vacuum(client)
  await expect(query("select reltuples::integer as rows from pg_class where relname = 'rate_hit'")).resolves.toEqual([
    { rows: ROWS },
  ])
})

test('vacuum checkpoints, so that the write-ahead log does not grow forever', async () => {
  const redoFrom = async () => (await query('select redo_lsn::text from pg_control_checkpoint()'))[0]?.['redo_lsn']
  await query("insert into rate_hit (key, at) values ('hit', 1)")
  const before = await redoFrom()
  await vacuum(client)
  expect(await redoFrom()).not.toBe(before)
})

test('vacuum runs every hour until it is stopped', async () => {
  await fillAndEmpty()
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const stop = startVacuum(client, silentLog)
  vi.advanceTimersByTime(60 * 60_000)
  await expect.poll(() => bytesOf('rate_hit')).toBe(0)
  await fillAndEmpty()
  stop()
  vi.advanceTimersByTime(60 * 60_000)
  // If a vacuum had started, its statements would have run between these.
  for (let n = 0; n < 100; n += 1) await query('select 1')
  expect(await bytesOf('rate_hit')).toBeGreaterThan(100_000)
})
