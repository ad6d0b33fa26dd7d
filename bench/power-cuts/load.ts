import type { Engine } from './engine.ts'
import type { Random } from './disk-after-cut.ts'

const CONNECTIONS = 6
const LEAST_TRANSACTIONS = 60
const MOST_TRANSACTIONS = 200
const ROWS_OF_BULK = 2000

/** A transaction of the load: its rows, and the position of its acknowledgement, Infinity if there was none. */
export interface Transaction {
  /** Column `at` of its rows in rate_hit. */
  at: number
  rows: number
  acknowledged: number
}

/** Writes transactions of several kinds from several connections at once, with other work in between. */
export async function writeLoad(engine: Engine, random: Random): Promise<Transaction[]> {
  const transactions: Transaction[] = []
  const count = LEAST_TRANSACTIONS + Math.floor(random() * (MOST_TRANSACTIONS - LEAST_TRANSACTIONS))
  const connection = async (): Promise<void> => {
    while (transactions.length < count) {
      const transaction = { at: transactions.length + 1, rows: 0, acknowledged: Infinity }
      transactions.push(transaction)
      transaction.acknowledged = await writeTransaction(engine, transaction, random())
      if (random() < 0.06) await engine.query(otherWork(random()))
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, connection))
  return transactions
}

/** @returns the position of the acknowledgement */
async function writeTransaction(engine: Engine, transaction: Transaction, choice: number): Promise<number> {
  const connectionId = engine.newConnectionId()
  const insert = 'insert into rate_hit (key, at) values ($1, $2)'
  const { at } = transaction
  if (choice < 0.5) {
    transaction.rows = 2
    await engine.call({ kind: 'begin', connectionId })
    await engine.call({ kind: 'query', connectionId, sql: insert, params: ['left', at] })
    await engine.call({ kind: 'query', connectionId, sql: insert, params: ['right', at] })
    return (await engine.callAt({ kind: 'commit', connectionId })).position
  }
  if (choice < 0.97) {
    transaction.rows = 1
    return (await engine.callAt({ kind: 'query', connectionId, sql: insert, params: ['single', at] })).position
  }
  // About 4 MB of log, so that the log sometimes begins a new segment and pages are written between checkpoints.
  transaction.rows = ROWS_OF_BULK
  const bulk = `insert into rate_hit (key, at) select repeat(md5(n::text), 60), $1::bigint from generate_series(1, ${ROWS_OF_BULK}) n`
  return (await engine.callAt({ kind: 'query', connectionId, sql: bulk, params: [at] })).position
}

function otherWork(choice: number): string {
  if (choice < 0.4) return 'checkpoint'
  if (choice < 0.6) return 'vacuum (analyze) rate_hit'
  if (choice < 0.8) return 'create table if not exists power_cut as select n from generate_series(1, 1000) n'
  return 'drop table if exists power_cut'
}

/**
 * Compares the database with what was acknowledged before the cut at `position`. Returns a sentence for each fault.
 */
export async function checkLoad(
  engine: Engine,
  transactions: readonly Transaction[],
  position: number,
): Promise<string[]> {
  const rows = await engine.query('select at, count(*) as rows from rate_hit group by at')
  const found = new Map(rows.map((row) => [Number(row['at']), Number(row['rows'])]))
  const faults: string[] = []
  for (const { at, rows: expected, acknowledged } of transactions) {
    const count = found.get(at) ?? 0
    found.delete(at)
    if (count === 0 && acknowledged <= position) faults.push(`acknowledged transaction ${at} is lost`)
    if (count !== 0 && count !== expected) faults.push(`transaction ${at} has ${count} of ${expected} rows`)
  }
  const [indexed] = await engine.query('select count(*) as rows from rate_hit where at > 0')
  const all = rows.reduce((sum, row) => sum + Number(row['rows']), 0)
  if (Number(indexed?.['rows']) !== all) faults.push(`${String(indexed?.['rows'])} of ${all} rows are in the index`)
  if (found.size > 0) faults.push(`${found.size} transactions are there that nobody wrote`)
  return faults
}
