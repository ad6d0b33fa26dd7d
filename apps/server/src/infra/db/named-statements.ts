import { createHash } from 'node:crypto'
import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import type { Pool, PoolClient, QueryResult } from 'pg'
import { isStalePlan } from './database-error.ts'

/** Every name costs memory on each connection: texts built with a list of values must not add up without end. */
const MAX_NAMED = 500

/**
 * The pool as Kysely wants it, with each text of a query prepared once a connection under a name of its own. That
 * doubles the throughput against parsing and planning it each time.
 */
export function withNamedStatements(pool: Pool): PostgresPool {
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

/** The names given so far, the same on all connections of a pool. */
export class StatementNames {
  readonly #names = new Map<string, string | null>()

  /** A name that stays the same for this text, or null when it is to be sent without one. */
  nameOf(sql: string): string | null {
    const known = this.#names.get(sql)
    if (known !== undefined) return known
    if (this.#names.size >= MAX_NAMED || !/^\s*(?:select|insert|update|delete|with)\b/i.test(sql)) return null
    const name = createHash('sha256').update(sql).digest('base64url').slice(0, 32)
    this.#names.set(sql, name)
    return name
  }

  /** From now on this text goes without a name. */
  forget(sql: string): void {
    this.#names.set(sql, null)
  }
}

function wrapClient(client: PoolClient, names: StatementNames): PostgresPoolClient {
  async function query<Row>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<Row>> {
    const name = names.nameOf(sql)
    const values = [...parameters]
    if (name === null) return toResult<Row>(await client.query({ text: sql, values }))
    try {
      return toResult<Row>(await client.query({ name, text: sql, values }))
    } catch (error) {
      if (!isStalePlan(error)) throw error
      // A migration of another process changed the table under the prepared statement. Outside a transaction the
      // same again without a name works; inside one it can't, and the whole transaction is to be retried.
      names.forget(sql)
      return client.query({ text: sql, values }).then(toResult<Row>, () => Promise.reject(error))
    }
  }
  return { query: query as PostgresPoolClient['query'], release: (destroy) => client.release(destroy) }
}

function toResult<Row>(result: QueryResult): PostgresQueryResult<Row> {
  return result as unknown as PostgresQueryResult<Row>
}
