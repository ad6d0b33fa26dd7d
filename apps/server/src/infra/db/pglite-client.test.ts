import type { Worker } from 'node:worker_threads'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { embeddedTemplate } from '../../testing/database.ts'
import { isDatabaseUnavailable } from './database-error.ts'
import { silentLog } from './log.ts'
import { PgliteClient } from './pglite-client.ts'
import type * as PgliteEntry from './pglite-entry.ts'

const threads: Worker[] = []
vi.mock('./pglite-entry.ts', async (importOriginal) => {
  const original = await importOriginal<typeof PgliteEntry>()
  const startPgliteThread: typeof original.startPgliteThread = (data) => {
    const thread = original.startPgliteThread(data)
    threads.push(thread)
    return thread
  }
  return { ...original, startPgliteThread }
})

let tarball: Uint8Array
let client: PgliteClient
beforeAll(async () => {
  tarball = await embeddedTemplate()
})
afterEach(() => client.close())

async function open(idleInTransactionMs: number): Promise<void> {
  client = await PgliteClient.open({ dataDir: null, tarball, idleInTransactionMs }, silentLog)
}

function query(connectionId: number, sql: string): Promise<unknown> {
  return client.call({ kind: 'query', connectionId, sql, params: [] })
}

test('a transaction that is forgotten is rolled back, so that the others go on, and is told so', async () => {
  await open(50)
  const forgetful = client.newConnectionId()
  await client.call({ kind: 'begin', connectionId: forgetful })
  await query(forgetful, "insert into rate_hit (key, at) values ('forgotten', 1)")
  // Waits behind the open transaction until that is given up.
  await expect(query(client.newConnectionId(), 'select * from rate_hit')).resolves.toEqual({ rows: [] })
  await expect(query(forgetful, 'select 1')).rejects.toMatchObject({ code: '25P03' })
  await expect(client.call({ kind: 'commit', connectionId: forgetful })).rejects.toMatchObject({ code: '25P03' })
  await client.call({ kind: 'rollback', connectionId: forgetful })
  await expect(query(client.newConnectionId(), 'select * from rate_hit')).resolves.toEqual({ rows: [] })
})

test('when its thread dies, what was under way fails and a new thread takes over', async () => {
  await open(10_000)
  const underWay = Promise.allSettled([
    query(client.newConnectionId(), 'select count(*) from generate_series(1, 100000000)'),
    query(client.newConnectionId(), 'select 1'),
  ])
  await threads.at(-1)?.terminate()
  const reasons = (await underWay).map((outcome) => outcome.status === 'rejected' && outcome.reason)
  expect(reasons.map(isDatabaseUnavailable)).toEqual([true, true])
  await expect(query(client.newConnectionId(), 'select 1 as one')).resolves.toEqual({ rows: [{ one: 1 }] })
})

test('a parameter that cannot travel to the thread fails its own query only', async () => {
  await open(10_000)
  const call = { kind: 'query', connectionId: client.newConnectionId(), sql: 'select $1::text' } as const
  await expect(client.call({ ...call, params: [() => 1] })).rejects.toThrow('could not be cloned')
  await expect(query(client.newConnectionId(), 'select 1 as one')).resolves.toEqual({ rows: [{ one: 1 }] })
})

test('answers what was asked before it was closed, and refuses what comes after', async () => {
  await open(10_000)
  const before = query(client.newConnectionId(), 'select 1 as one')
  await client.close()
  await expect(before).resolves.toEqual({ rows: [{ one: 1 }] })
  await expect(query(client.newConnectionId(), 'select 1')).rejects.toThrow('the embedded database is closed')
})
