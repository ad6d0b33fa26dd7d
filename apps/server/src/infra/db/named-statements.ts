import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import type { Pool, PoolClient, QueryResult } from 'pg'
import { isStalePlan } from './database-error.ts'
import { StatementNames } from './statement-names.ts'

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
