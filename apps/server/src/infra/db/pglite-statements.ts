import { parse, type PGlite, protocol, type Results } from '@electric-sql/pglite'
import { StatementNames } from './statement-names.ts'

const { serialize } = protocol

type Messages = Awaited<ReturnType<PGlite['execProtocolStream']>>
type Row = Record<string, unknown>

/** What the database said of a statement when it was prepared. */
interface Prepared {
  parameterTypes: readonly number[]
  /** Of the columns; empty where no rows come. */
  rowDescription: Messages
}

/**
 * Queries of the embedded database, each text prepared once, as on PostgreSQL (`named-statements.ts`). PGlite's own
 * `query` parses and plans it every time, in six calls instead of one.
 */
export class PgliteStatements {
  readonly #pglite: PGlite
  readonly #names = new StatementNames()
  readonly #prepared = new Map<string, Prepared>()

  constructor(pglite: PGlite) {
    this.#pglite = pglite
  }

  /** @throws DatabaseError of PostgreSQL */
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

  /** To be called when tables have changed: what was prepared may not fit them any more. */
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
