import { parse, type PGlite, protocol, type Results } from '@electric-sql/pglite'
import { StatementNames } from './prepared-statements.ts'

const { serialize } = protocol

type Messages = Awaited<ReturnType<PGlite['execProtocolStream']>>
type Row = Record<string, unknown>

/** The database's description of a prepared statement. */
interface Prepared {
  parameterTypes: readonly number[]
  /** Empty for a statement that returns no rows. */
  rowDescription: Messages
}

/**
 * Runs queries on PGlite with each query text prepared once, as `withPreparedStatements` does on PostgreSQL. PGlite's
 * own `query` parses and plans each time, and calls into the engine six times instead of once.
 */
export class PgliteStatements {
  readonly #pglite: PGlite
  readonly #names = new StatementNames()
  readonly #prepared = new Map<string, Prepared>()

  constructor(pglite: PGlite) {
    this.#pglite = pglite
  }

  /** @throws PGlite's DatabaseError */
  async query(sql: string, params: readonly unknown[]): Promise<Results<Row>> {
    const name = this.#names.nameOf(sql)
    if (name === null) return this.#pglite.query<Row>(sql, [...params])
    const prepared = this.#prepared.get(name) ?? (await this.#prepare(name, sql))
    const values = params.map((value, index) => this.#toText(value, prepared.parameterTypes[index]))
    const bind = serialize.bind({ statement: name, values })
    const messages = await this.#send(bind, serialize.execute({}), serialize.sync())
    const [results] = parse.parseResults([...prepared.rowDescription, ...messages], this.#pglite.parsers)
    return results as Results<Row>
  }

  /** Call after a schema change: prepared statements may no longer match their tables. */
  async forgetAll(): Promise<void> {
    this.#prepared.clear()
    await this.#pglite.exec('deallocate all')
  }

  async #prepare(name: string, sql: string): Promise<Prepared> {
    const describe = serialize.describe({ type: 'S', name })
    const messages = await this.#send(serialize.parse({ name, text: sql }), describe, serialize.sync())
    const prepared = {
      parameterTypes: parse.parseDescribeStatementResults(messages),
      rowDescription: messages.filter((message) => message.name === 'rowDescription'),
    }
    this.#prepared.set(name, prepared)
    return prepared
  }

  #toText(value: unknown, type: number | undefined): string | null {
    if (value === null || value === undefined) return null
    const serializer = type === undefined ? undefined : this.#pglite.serializers[type]
    if (serializer) return serializer(value)
    return typeof value === 'string' ? value : JSON.stringify(value)
  }

  #send(...messages: readonly Uint8Array[]): Promise<Messages> {
    return this.#pglite.execProtocolStream(Buffer.concat(messages))
  }
}
