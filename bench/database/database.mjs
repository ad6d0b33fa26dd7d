import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '../../apps/server/src/infra/db/database.ts'
import { startPostgres } from '../../scripts/testing/postgres.mjs'

// How many single-row inserts (each committed by itself) and reads by key a second, on both databases.
//   npx tsx bench/database/database.mjs [seconds a figure, default 2]
// PostgreSQL is started for it where it can be. Read the embedded figures with its durability in mind: it never fsyncs.

const MEASURE_MS = Number(process.argv[2] ?? 2) * 1000
const CONCURRENCIES = [1, 16]

/** Calls a second of `work`, kept going `concurrency` times at once. */
async function measure(work, concurrency) {
  let count = 0
  const startMs = performance.now()
  const worker = async () => {
    while (performance.now() - startMs < MEASURE_MS) {
      count += 1
      await work(count)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
  return Math.round((count * 1000) / (performance.now() - startMs))
}

async function bench({ db, kind }) {
  const ids = Array.from({ length: 1000 }, () => randomUUID())
  await db
    .insertInto('topic')
    .values(ids.map((id) => ({ id, key: id, text: 'Topic' })))
    .execute()
  const insert = (n) => db.insertInto('rate_hit').values({ key: 'bench', at: n }).execute()
  const read = (n) =>
    db
      .selectFrom('topic')
      .selectAll()
      .where('id', '=', ids[n % ids.length] ?? '')
      .executeTakeFirstOrThrow()
  const inTransaction = (n) =>
    db.transaction().execute(async (trx) => {
      await trx.insertInto('rate_hit').values({ key: 'bench', at: n }).execute()
      await trx
        .selectFrom('topic')
        .select('text')
        .where('id', '=', ids[n % ids.length] ?? '')
        .execute()
    })
  for (const concurrency of CONCURRENCIES) {
    const inserts = await measure(insert, concurrency)
    const reads = await measure(read, concurrency)
    const transactions = await measure(inTransaction, concurrency)
    console.log(JSON.stringify({ kind, concurrency, inserts, reads, transactions }))
  }
}

async function benchAndClose(database) {
  try {
    await bench(database)
  } finally {
    await database.close()
  }
}

const dataDir = mkdtempSync(join(tmpdir(), 'quizmaster-bench-'))
try {
  await benchAndClose(await openDatabase({ databaseUrl: null, dataDir: join(dataDir, 'data') }))
  const server = await startPostgres()
  try {
    await benchAndClose(await openDatabase({ databaseUrl: server.url, dataDir }))
  } finally {
    await server.stop()
  }
} finally {
  rmSync(dataDir, { recursive: true, force: true })
}
