import {
  type DatabaseSession,
  differences,
  digestTables,
  listTables,
  type Table,
  type TableDigest,
} from './table-digests.ts'

/** Rows per statement: memory is bounded by this, however large a table is. */
const ROWS_PER_BATCH = 500

/** The two databases don't match. The message is one line for the operator. */
export class CopyError extends Error {
  override name = 'CopyError'
}

/**
 * Copies every row of `source` into the empty tables of `target`, and sets the target's sequences to the values of the
 * source's. Both must be in a transaction of `inTextTransaction`; the caller commits. A row is copied as the text of
 * the whole row, so that no driver converts a value. Returns the digests, which are the same on both sides.
 * @throws CopyError if the tables have different columns, or a row was changed on the way
 */
export async function copyTables(source: DatabaseSession, target: DatabaseSession): Promise<TableDigest[]> {
  const tables = await listTables(source)
  assertSameColumns(tables, await listTables(target))
  for (const table of tables) await copyTable(source, target, table)
  await copySequences(source, target)
  const expected = await digestTables(source, tables)
  const [difference] = differences(expected, await digestTables(target, tables))
  if (difference !== undefined) throw new CopyError(`After copying, ${difference}.`)
  return expected
}

function assertSameColumns(source: readonly Table[], target: readonly Table[]): void {
  const targetColumns = new Map(target.map(({ name, columns }) => [name, columns]))
  const different = source.find(({ name, columns }) => targetColumns.get(name) !== columns)
  if (different)
    throw new CopyError(`Table ${different.name} has different columns in the two databases, or is only in one.`)
}

async function copyTable(source: DatabaseSession, target: DatabaseSession, { name, written }: Table): Promise<void> {
  const values = written.split(', ').map((column) => `(copied).${column}`)
  const insert = `
    insert into ${name} (${written}) overriding system value
    select ${values.join(', ')}
    from (select line::${name} as copied from unnest($1::text[]) as line offset 0) as lines`
  // Rows that triggers have written are copied like any others.
  await target.exec(`alter table ${name} disable trigger user`)
  await source.exec(`declare stored_rows no scroll cursor for select stored::text as line from ${name} as stored`)
  for (;;) {
    const rows = await source.query(`fetch ${ROWS_PER_BATCH} from stored_rows`)
    if (rows.length > 0) await target.query(insert, [rows.map(({ line }) => line)])
    if (rows.length < ROWS_PER_BATCH) break
  }
  await source.exec('close stored_rows')
  await target.exec(`alter table ${name} enable trigger user`)
  // Without statistics for the planner, the first queries of a large table would be slow.
  await target.exec(`analyze ${name}`)
}

async function copySequences(source: DatabaseSession, target: DatabaseSession): Promise<void> {
  const sequences = await source.query(
    `select quote_ident(relname) as name from pg_class
     where relkind = 'S' and relnamespace = current_schema()::regnamespace`,
  )
  for (const { name } of sequences) {
    const [state] = await source.query(`select last_value::text as last_value, is_called from ${String(name)}`)
    await target.query('select setval($1::regclass, $2::bigint, $3)', [
      name,
      state?.['last_value'],
      state?.['is_called'],
    ])
  }
}
