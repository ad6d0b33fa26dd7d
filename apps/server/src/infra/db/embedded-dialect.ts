import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import type { PgliteConnections } from './pglite-client.ts'

/**
 * The Kysely dialect of the embedded database. Kysely's own PGliteDialect sends one query at a time and waits for its
 * result; here the database thread keeps transactions apart, so queries outside transactions are pipelined.
 */
export function newEmbeddedDialect(client: PgliteConnections): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new EmbeddedDriver(client),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  }
}

class EmbeddedConnection implements DatabaseConnection {
  readonly #client: PgliteConnections
  readonly #id: number

  constructor(client: PgliteConnections) {
    this.#client = client
    this.#id = client.newConnectionId()
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const result = await this.#client.call({ kind: 'query', connectionId: this.#id, sql, params: parameters })
    const rows = result.rows as Row[]
    return result.affectedRows === undefined ? { rows } : { rows, numAffectedRows: BigInt(result.affectedRows) }
  }

  streamQuery(): never {
    throw new Error('the embedded database does not stream')
  }

  async control(kind: 'begin' | 'commit' | 'rollback'): Promise<void> {
    await this.#client.call({ kind, connectionId: this.#id })
  }
}

class EmbeddedDriver implements Driver {
  readonly #client: PgliteConnections

  constructor(client: PgliteConnections) {
    this.#client = client
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<EmbeddedConnection> {
    return new EmbeddedConnection(this.#client)
  }

  async beginTransaction(connection: EmbeddedConnection): Promise<void> {
    // The isolation level doesn't matter, as transactions run one at a time.
    await connection.control('begin')
  }

  async commitTransaction(connection: EmbeddedConnection): Promise<void> {
    await connection.control('commit')
  }

  async rollbackTransaction(connection: EmbeddedConnection): Promise<void> {
    await connection.control('rollback')
  }

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {
    await this.#client.close()
  }
}
