import { isDatabaseUnavailable } from './database-error.ts'
import type { Log } from './log.ts'
import type { PgliteClient } from './pglite-client.ts'

const EVERY_MS = 60 * 60_000

/**
 * What a PostgreSQL server does by itself and PGlite, which has no background processes, doesn't: once an hour the room
 * of rows that are gone is freed, and the statistics follow what the tables hold, so that plans fit. Gives what ends it.
 */
export function keepTidy(client: PgliteClient, log: Log): () => void {
  const timer = setInterval(() => {
    tidy(client).catch((error: unknown) => {
      if (!isDatabaseUnavailable(error)) log.error({ err: error }, 'upkeep of the embedded database failed')
    })
  }, EVERY_MS)
  timer.unref()
  return () => clearInterval(timer)
}

/** A table at a time, so that everybody else waits for one at most: some 10 ms for 20,000 rows. */
export async function tidy(client: PgliteClient): Promise<void> {
  const connectionId = client.newConnectionId()
  const query = async (sql: string) => (await client.call({ kind: 'query', connectionId, sql, params: [] })).rows
  const tables = await query("select quote_ident(tablename) as name from pg_tables where schemaname = 'public'")
  for (const { name } of tables) await query(`vacuum (analyze) ${String(name)}`)
}
