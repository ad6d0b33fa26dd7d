import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '../../apps/server/src/infra/db/database.ts'
import { startPostgres } from '../../scripts/testing/postgres.mjs'

// Single-row inserts (each its own commit), reads by key and small transactions per second, on both databases, and the
// CPU time of each in microseconds (of this process only, without the PostgreSQL server).
//   npx tsx bench/database/database.mjs [seconds per figure, default 2]
// On the embedded database a write includes its sync to disk, which concurrent commits share. The PostgreSQL server
// of the tests doesn't sync.

const MEASURE_MS = Number(process.argv[2] ?? 2) * 1000
const CONCURRENCIES = [1, 16]

/** Runs `work` in `concurrency` loops. Returns the calls per second and the CPU time of one. */
async function measure(work, concurrency) {
  let count = 0
  const startMs = performance.now()
  const startCpu = process.cpuUsage()
  const worker = async () => {
    while (performance.now() - startMs < MEASURE_MS) {
      count += 1
      await work(count)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
  const { user, system } = process.cpuUsage(startCpu)
  return {
    perSecond: Math.round((count * 1000) / (performance.now() - startMs)),
    cpuMicroseconds: Math.round((user + system) / count),
  }
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
