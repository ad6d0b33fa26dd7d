import type { MigrationSession } from './migrate.ts'

/** A connection of either kind of database. */
export type DatabaseSession = MigrationSession

/** A table as the catalogue describes it. Names are quoted for SQL. */
export interface Table {
  name: string
  /** Every column with its type, in the order of the rows' text. */
  columns: string
  /** The columns that an insert may set: all but the generated ones. */
  written: string
  /** The tables that its foreign keys refer to. */
  parents: readonly string[]
}

/** How many rows a table has, and a checksum of them that doesn't depend on their order. */
export interface TableDigest {
  table: string
  rowCount: number
  checksum: string
}

/** Gives values the same text whatever the server's settings are, and lifts the limits on long statements. */
const TEXT_FORMAT = `
  set local datestyle = 'ISO, YMD';
  set local intervalstyle = 'postgres';
  set local timezone = 'UTC';
  set local bytea_output = 'hex';
  set local extra_float_digits = 1;
  set local statement_timeout = 0;
  set local idle_in_transaction_session_timeout = 0`

const TABLES = `
  select quote_ident(relname) as name,
    string_agg(quote_ident(attname) || ' ' || format_type(atttypid, atttypmod), ', ' order by attnum) as columns,
    string_agg(quote_ident(attname), ', ' order by attnum) filter (where attgenerated = '') as written,
    (select coalesce(json_agg(distinct quote_ident(parent.relname)), '[]')
     from pg_constraint join pg_class as parent on parent.oid = confrelid
     where contype = 'f' and conrelid = pg_class.oid) as parents
  from pg_class join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
  where relnamespace = current_schema()::regnamespace and relkind = 'r'
  group by pg_class.oid, relname
  order by relname`

/**
 * Does `work` in a transaction in which equal values have the same text. It is committed when `work` resolves, and
 * rolled back when it rejects. Without `isWriter` every statement sees the database as it was at the first one.
 */
export async function inTextTransaction<T>(
  session: DatabaseSession,
  { isWriter }: { isWriter: boolean },
  work: () => Promise<T>,
): Promise<T> {
  await session.exec('begin')
  try {
    if (!isWriter) await session.exec('set transaction isolation level repeatable read')
    await session.exec(TEXT_FORMAT)
    const result = await work()
    await session.exec('commit')
    return result
  } catch (error) {
    // Fails only when the connection is lost, in which case the database rolls back by itself.
    await session.exec('rollback').catch(() => undefined)
    throw error
  }
}

/** The tables of the schema, each after those that its foreign keys refer to. */
export async function listTables(session: DatabaseSession): Promise<Table[]> {
  const rest = (await session.query(TABLES)).map(toTable)
  const ordered: Table[] = []
  while (rest.length > 0) {
    const index = rest.findIndex(({ parents }) =>
      parents.every((parent) => ordered.some(({ name }) => name === parent)),
    )
    const [table] = index < 0 ? [] : rest.splice(index, 1)
    if (!table) throw new Error(`the foreign keys of ${rest.map(({ name }) => name).join(', ')} form a cycle`)
    ordered.push(table)
  }
  return ordered
}

/** The digest of each table. Call within `inTextTransaction`. Uses constant memory; the database reads every row. */
export async function digestTables(session: DatabaseSession, tables: readonly Table[]): Promise<TableDigest[]> {
  const digests: TableDigest[] = []
  for (const { name } of tables) {
    // A sum, since rows have no order and may be equal.
    const [digest] = await session.query(
      `select count(*) as row_count,
         coalesce(sum(('x' || left(md5(stored::text), 16))::bit(64)::bigint), 0)::text as checksum
       from ${name} as stored`,
    )
    digests.push({ table: name, rowCount: Number(digest?.['row_count']), checksum: String(digest?.['checksum']) })
  }
  return digests
}

/** What differs between two databases, one line for each table; empty if nothing does. */
export function differences(expected: readonly TableDigest[], actual: readonly TableDigest[]): string[] {
  const found = new Map(actual.map((digest) => [digest.table, digest]))
  const names = new Set(expected.map(({ table }) => table))
  return [
    ...expected.flatMap((digest) => differenceOf(digest, found.get(digest.table))),
    ...actual.filter(({ table }) => !names.has(table)).map(({ table }) => `${table} is only in the second database`),
  ]
}

function differenceOf({ table, rowCount, checksum }: TableDigest, actual: TableDigest | undefined): string[] {
  if (!actual) return [`${table} is missing`]
  if (actual.rowCount !== rowCount) return [`${table} has ${actual.rowCount} rows instead of ${rowCount}`]
  return actual.checksum === checksum ? [] : [`${table} has different values`]
}

function toTable({ name, columns, written, parents }: Record<string, unknown>): Table {
  return {
    name: String(name),
    columns: String(columns),
    written: String(written),
    parents: Array.isArray(parents) ? parents.map(String) : [],
  }
}
