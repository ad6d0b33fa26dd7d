import { type DatabaseSession, listTables } from '../infra/db/table-digests.ts'

/** Characters with a special meaning in the text of rows, arrays, JSON or SQL. */
const TEXT = String.raw`it's "a" \ {b,c} (d,,e) \N $$ %s` + '\n\t é 😀'

/** One value for each column type. JavaScript's numbers can't represent the bigint. */
const VALUES: Readonly<Record<string, string>> = {
  uuid: '3f2b8d70-0000-4000-8000-00000000000a',
  text: TEXT,
  bytea: String.raw`\x00ff5c2722`,
  json: String.raw`{"b" :  "\u00e9\"\\", "a": [1.50, null]}`,
  jsonb: String.raw`{"b" :  "\u00e9\"\\", "a": [1.50, null]}`,
  boolean: 'true',
  smallint: '32767',
  integer: '2147483647',
  bigint: '9007199254740993',
  'double precision': '0.30000000000000004',
}

/** Columns that accept only some values. */
const BY_COLUMN: Readonly<Record<string, string | null>> = {
  plan: 'monthly',
  origin: 'sandbox',
  status: 'open',
  kind: 'device',
  'answer.source': 'practice',
  'app_user.time_factor': '1.5',
  'daily_play.visitor_hash': null,
}

const COLUMNS = `
  select relname as table, attname as column, format_type(atttypid, null) as type
  from pg_attribute join pg_class on pg_class.oid = attrelid
  where relnamespace = current_schema()::regnamespace and relkind = 'r'
    and attnum > 0 and not attisdropped and attgenerated = ''
  order by relname, attnum`

/**
 * Adds a row to every empty table, with values that are easily damaged in a copy, and to a few tables rows with nulls
 * and many rows. All ids and texts are the same, so that every foreign key finds its row.
 */
export async function fillTables(session: DatabaseSession): Promise<void> {
  const columns = await session.query(COLUMNS)
  for (const { name: table } of await listTables(session)) {
    if ((await session.query(`select 1 from ${table} limit 1`)).length > 0) continue
    const own = columns.filter((column) => column['table'] === table)
    const values = own.map(({ column, type }) => valueOf(table, String(column), String(type)))
    const casts = own.map(({ type }, index) => `$${index + 1}::text::${String(type)}`)
    const names = own.map(({ column }) => String(column))
    await session.query(`insert into ${table} (${names.join(', ')}) values (${casts.join(', ')})`, values)
  }
  // Equal rows, nulls beside empty texts, and more rows than one batch copies.
  await session.query("insert into rate_hit (key, at) values ('', 1), ('', 1), ('null', 2)")
  await session.query(`insert into app_user (id, email, email_key, display_name, player_number, created_at)
    values ('3f2b8d70-0000-4000-8000-00000000000b', '', '', null, -1, 0), ('3f2b8d70-0000-4000-8000-00000000000c', '"', ',', '', 0, 0)`)
  await session.query(`insert into feature_flag (name, is_enabled, updated_at)
    select 'flag ' || number, number % 2 = 0, number from generate_series(1, 1500) as number`)
}

function valueOf(table: string, column: string, type: string): string | null {
  const value = BY_COLUMN[`${table}.${column}`] ?? (type === 'text' ? BY_COLUMN[column] : undefined)
  if (value !== undefined) return value
  if (`${table}.${column}` in BY_COLUMN) return null
  if (!(type in VALUES)) throw new Error(`${table}.${column}: no value for type ${type}`)
  return VALUES[type] ?? null
}
