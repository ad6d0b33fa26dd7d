import type { Worker } from 'node:worker_threads'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { embeddedTemplate } from '../../testing/database.ts'
import { silentLog } from '../log.ts'
import { isDatabaseUnavailable } from './database-error.ts'
import { PgliteClient } from './pglite-client.ts'

const threads: Worker[] = []
const onThread = (thread: Worker) => void threads.push(thread)

let tarball: Uint8Array
let client: PgliteClient
beforeAll(async () => {
  tarball = await embeddedTemplate()
  process.on('worker', onThread)
})
afterAll(() => void process.off('worker', onThread))
afterEach(() => client.close())

async function open(idleInTransactionMs: number): Promise<void> {
  client = await PgliteClient.open({ dataDir: null, tarball, idleInTransactionMs }, silentLog)
}

function query(connectionId: number, sql: string): Promise<unknown> {
  return client.call({ kind: 'query', connectionId, sql, params: [] })
}

test('an idle transaction is rolled back, its connection gets an error, and the others continue', async () => {
  await open(500)
  const idle = client.newConnectionId()
  await client.call({ kind: 'begin', connectionId: idle })
  // Fails if the machine stalls for so long that the transaction has already been rolled back.
  await query(idle, "insert into rate_hit (key, at) values ('idle', 1)").catch(() => undefined)
  // Waits for the open transaction until it is rolled back.
  await expect(query(client.newConnectionId(), 'select * from rate_hit')).resolves.toEqual({ rows: [] })
  await expect(query(idle, 'select 1')).rejects.toMatchObject({ code: '25P03' })
  await expect(client.call({ kind: 'commit', connectionId: idle })).rejects.toMatchObject({ code: '25P03' })
  await client.call({ kind: 'rollback', connectionId: idle })
  await expect(query(client.newConnectionId(), 'select * from rate_hit')).resolves.toEqual({ rows: [] })
})

test('when the thread dies, pending queries are rejected and a new thread takes over', async () => {
  await open(10_000)
  const pending = Promise.allSettled([
    query(client.newConnectionId(), 'select count(*) from generate_series(1, 100000000)'),
    query(client.newConnectionId(), 'select 1'),
  ])
  await threads.at(-1)?.terminate()
  const reasons = (await pending).map((outcome) => outcome.status === 'rejected' && outcome.reason)
  expect(reasons.map(isDatabaseUnavailable)).toEqual([true, true])
  await expect(query(client.newConnectionId(), 'select 1 as one')).resolves.toEqual({ rows: [{ one: 1 }] })
})

test('a transaction ends with its thread: the next thread does not run the rest of it', async () => {
  await open(10_000)
  const connectionId = client.newConnectionId()
  await client.call({ kind: 'begin', connectionId })
  await query(connectionId, "insert into rate_hit (key, at) values ('first', 1)")
  await threads.at(-1)?.terminate()
  const second = query(connectionId, "insert into rate_hit (key, at) values ('second', 1)")
  await expect(second).rejects.toSatisfy(isDatabaseUnavailable)
  await expect(client.call({ kind: 'commit', connectionId })).rejects.toSatisfy(isDatabaseUnavailable)
  await client.call({ kind: 'rollback', connectionId })
  await expect(query(client.newConnectionId(), 'select * from rate_hit')).resolves.toEqual({ rows: [] })
  await client.call({ kind: 'begin', connectionId })
  await client.call({ kind: 'commit', connectionId })
})

test('a parameter that cannot be cloned rejects only its own query', async () => {
  await open(10_000)
  const call = { kind: 'query', connectionId: client.newConnectionId(), sql: 'select $1::text' } as const
  await expect(client.call({ ...call, params: [() => 1] })).rejects.toThrow('could not be cloned')
  await expect(query(client.newConnectionId(), 'select 1 as one')).resolves.toEqual({ rows: [{ one: 1 }] })
})

test('close answers earlier queries and rejects later ones', async () => {
  await open(10_000)
  const before = query(client.newConnectionId(), 'select 1 as one')
  await client.close()
  await expect(before).resolves.toEqual({ rows: [{ one: 1 }] })
  await expect(query(client.newConnectionId(), 'select 1')).rejects.toThrow('the embedded database is closed')
})
