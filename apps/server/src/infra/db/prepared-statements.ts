import { createHash } from 'node:crypto'
import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import type { Pool, PoolClient, QueryConfig, QueryResult } from 'pg'
import { DatabaseUnavailableError, isReadTimeout, isStalePlan } from './database-error.ts'

/** Each name costs memory on every connection, and queries with a variable number of parameters could add up. */
const MAX_NAMES = 500

/** Assigns names to query texts for prepared statements. A text has the same name on all connections. */
export class StatementNames {
  readonly #names = new Map<string, string | null>()

  /** The name of this query text, or null if it should be sent unprepared. */
  nameOf(sql: string): string | null {
    const known = this.#names.get(sql)
    if (known !== undefined) return known
    if (this.#names.size >= MAX_NAMES || !/^\s*(?:select|insert|update|delete|with)\b/i.test(sql)) return null
    const name = createHash('sha256').update(sql).digest('base64url').slice(0, 32)
    this.#names.set(sql, name)
    return name
  }

  /** Sends this text unprepared from now on. */
  forget(sql: string): void {
    this.#names.set(sql, null)
  }
}

/**
 * Wraps a pool for Kysely so that each query text is prepared once per connection, which doubles the throughput:
 * Kysely's own PostgresDialect has the server parse and plan a query each time. A connection on which a query got no
 * answer is not used again.
 */
export function withPreparedStatements(pool: Pool): PostgresPool {
  const names = new StatementNames()
  const wrapped = new WeakMap<PoolClient, PostgresPoolClient>()
  return {
    options: pool.options,
    end: () => pool.end(),
    connect: async () => {
      const client = await pool.connect()
      const known = wrapped.get(client) ?? wrapClient(client, names)
      wrapped.set(client, known)
      return known
    },
  }
}

function wrapClient(client: PoolClient, names: StatementNames): PostgresPoolClient {
  let isSilent = false

  /** Sends nothing on a silent connection: the driver would first wait for the answer to its last query. */
  async function send<Row>(config: QueryConfig): Promise<PostgresQueryResult<Row>> {
    if (isSilent) throw new DatabaseUnavailableError('the connection to the database has gone silent')
    try {
      return toResult<Row>(await client.query(config))
    } catch (error) {
      isSilent = isReadTimeout(error)
      throw error
    }
  }

  async function query<Row>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<Row>> {
    const name = names.nameOf(sql)
    const values = [...parameters]
    if (name === null) return send<Row>({ text: sql, values })
    try {
      return await send<Row>({ name, text: sql, values })
    } catch (error) {
      if (!isStalePlan(error)) throw error
      // Another process's migration changed the table under the prepared statement. Outside a transaction the query
      // can be repeated unprepared; inside one the retry fails too, and inTransaction() runs the transaction again.
      names.forget(sql)
      return send<Row>({ text: sql, values }).catch(() => Promise.reject(error))
    }
  }
  return {
    query: query as PostgresPoolClient['query'],
    // The pool destroys a silent connection: no other query may wait on it.
    release: (destroy) => client.release(destroy || isSilent),
  }
}

function toResult<Row>(result: QueryResult): PostgresQueryResult<Row> {
  return result as unknown as PostgresQueryResult<Row>
}
