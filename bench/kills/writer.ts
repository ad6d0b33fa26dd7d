import { openDatabase } from '../../apps/server/src/infra/db/database.ts'

// Opens the database in KILL_DIR, prints its contents as one line of JSON, and writes until it is killed: two rows per
// transaction, with a number that it prints once the commit is acknowledged.

const CONNECTIONS = 6

const { db } = await openDatabase({ databaseUrl: null, dataDir: process.env['KILL_DIR'] ?? '' })
const found = await db
  .selectFrom('rate_hit')
  .select(({ fn }) => ['at', fn.countAll().as('rows')])
  .groupBy('at')
  .execute()
console.log(JSON.stringify(found.map(({ at, rows }) => [at, Number(rows)])))

let at = Number(process.env['KILL_FIRST'])
async function write(): Promise<never> {
  for (;;) {
    at += 1
    const own = at
    await db.transaction().execute(async (trx) => {
      await trx.insertInto('rate_hit').values({ key: 'left', at: own }).execute()
      await trx.insertInto('rate_hit').values({ key: 'right', at: own }).execute()
    })
    console.log(String(own))
  }
}
await Promise.all(Array.from({ length: CONNECTIONS }, write))
