import type { EmbeddedDatabase } from '../infra/db/database.ts'
import { DatabaseUnavailableError } from '../infra/db/database-error.ts'
import { newEmbeddedDatabase } from '../infra/db/embedded-database.ts'
import type { PgliteCall, PgliteResult } from '../infra/db/pglite-server.ts'
import { PgliteClient, type PgliteConnections } from '../infra/db/pglite-client.ts'
import { silentLog } from '../infra/log.ts'

/** Longer than in production, so that a machine that stalls stays within the limits. */
const LONG_TIMEOUT_MS = 200_000
/** Idle databases beyond this number are closed, as each takes some 200 MB. */
const MAX_IDLE = 2

const SCHEMA_QUERY = `
  select concat_ws(' ',
    (select md5(string_agg(concat_ws(' ', oid, relname, relchecks), ',' order by oid))
     from pg_class where relnamespace = 'public'::regnamespace),
    (select md5(string_agg(concat_ws(' ', attrelid, attname, atttypid, attnotnull, attisdropped), ',' order by attrelid, attnum))
     from pg_attribute join pg_class on pg_class.oid = attrelid where relnamespace = 'public'::regnamespace),
    (select concat_ws(' ', count(*), max(oid)) from pg_attrdef),
    (select concat_ws(' ', count(*), max(oid)) from pg_constraint),
    (select concat_ws(' ', count(*), max(oid)) from pg_trigger),
    (select concat_ws(' ', count(*), max(oid)) from pg_proc)) as text`

type Rows = Record<string, unknown>[]

/**
 * Databases in memory that are emptied after a test and used by the next one of the same process. Opening one takes
 * more CPU than most tests, and its compiled code is lost when it closes.
 */
export class EmbeddedPool {
  readonly #idle: ReusableClient[] = []
  readonly #template: () => Promise<Uint8Array>

  /** `template` returns the dump of a migrated database. */
  constructor(template: () => Promise<Uint8Array>) {
    this.#template = template
  }

  /**
   * A migrated database without data. Closing it rolls back its open transactions and, once its pending queries are
   * answered, returns it to the pool.
   */
  async open(): Promise<EmbeddedDatabase> {
    const client = this.#idle.pop() ?? (await ReusableClient.open(await this.#template()))
    return newEmbeddedDatabase(new Lease(client, () => this.#takeBack(client)), { pingMs: LONG_TIMEOUT_MS })
  }

  async #takeBack(client: ReusableClient): Promise<void> {
    if (this.#idle.length < MAX_IDLE && (await client.reset())) this.#idle.push(client)
    else await client.close()
  }
}

/** One test's use of a client. Closing it does not end the database's thread. */
class Lease implements PgliteConnections {
  readonly #client: ReusableClient
  readonly #giveBack: () => Promise<void>
  /** The connections with an open transaction. */
  readonly #transactions = new Set<number>()
  #closed: Promise<void> | null = null

  constructor(client: ReusableClient, giveBack: () => Promise<void>) {
    this.#client = client
    this.#giveBack = giveBack
  }

  newConnectionId(): number {
    return this.#client.newConnectionId()
  }

  async call(call: PgliteCall): Promise<PgliteResult> {
    if (this.#closed) throw new DatabaseUnavailableError('the embedded database is closed')
    if (call.kind === 'begin') this.#transactions.add(call.connectionId)
    else if (call.kind === 'commit' || call.kind === 'rollback') this.#transactions.delete(call.connectionId)
    return this.#client.call(call)
  }

  close(): Promise<void> {
    this.#closed ??= this.#endTransactions().then(this.#giveBack)
    return this.#closed
  }

  /** The thread runs one transaction at a time, so one that is left open would hold up the next test. */
  async #endTransactions(): Promise<void> {
    const calls = [...this.#transactions].map((connectionId) => this.#client.call({ kind: 'rollback', connectionId }))
    await Promise.allSettled(calls)
  }
}

/** A table that the migrations filled, with its rows as JSON. */
interface FilledTable {
  name: string
  rows: string
}

class ReusableClient {
  readonly #client: PgliteClient
  readonly #schema: string
  readonly #tables: readonly string[]
  readonly #filled: readonly FilledTable[]

  private constructor(client: PgliteClient, schema: string, tables: readonly string[], filled: readonly FilledTable[]) {
    this.#client = client
    this.#schema = schema
    this.#tables = tables
    this.#filled = filled
  }

  static async open(template: Uint8Array): Promise<ReusableClient> {
    const data = { dataDir: null, tarball: template, idleInTransactionMs: LONG_TIMEOUT_MS }
    const client = await PgliteClient.open(data, silentLog)
    const rows = await query(client, "select quote_ident(tablename) as name from pg_tables where schemaname = 'public'")
    const tables = rows.map(({ name }) => String(name))
    const filled: FilledTable[] = []
    for (const { name } of await query(client, listFilled(tables))) {
      const [row] = await query(client, `select json_agg(one)::text as rows from ${String(name)} one`)
      filled.push({ name: String(name), rows: String(row?.['rows']) })
    }
    return new ReusableClient(client, await describeSchema(client), tables, filled)
  }

  newConnectionId(): number {
    return this.#client.newConnectionId()
  }

  call(call: PgliteCall): Promise<PgliteResult> {
    return this.#client.call(call)
  }

  /** Restores the rows of the template. False if a test has changed the schema: then the database can't be reused. */
  async reset(): Promise<boolean> {
    if ((await describeSchema(this.#client)) !== this.#schema) return false
    const written = await query(this.#client, listFilled(this.#tables))
    if (written.length > 0) await query(this.#client, `truncate ${written.map(({ name }) => name).join()} cascade`)
    for (const { name, rows } of this.#filled) {
      await query(this.#client, `insert into ${name} select * from json_populate_recordset(null::${name}, $1::json)`, [
        rows,
      ])
    }
    return true
  }

  close(): Promise<void> {
    return this.#client.close()
  }
}

/** The query that lists the tables with at least one row. */
function listFilled(tables: readonly string[]): string {
  return tables.map((name) => `select '${name}' as name where exists (select from ${name})`).join(' union all ')
}

/** A fingerprint of the tables, columns, constraints, indexes, triggers and functions. */
async function describeSchema(client: PgliteClient): Promise<string> {
  const [row] = await query(client, SCHEMA_QUERY)
  return String(row?.['text'])
}

async function query(client: PgliteClient, sql: string, params: readonly unknown[] = []): Promise<Rows> {
  return (await client.call({ kind: 'query', connectionId: client.newConnectionId(), sql, params })).rows
}
