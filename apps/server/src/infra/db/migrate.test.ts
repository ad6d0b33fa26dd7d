import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databaseKinds, openTestDatabase } from '../../testing/database.ts'
import type { Database } from './database.ts'
import {
  type AppliedMigration,
  migrate,
  type Migration,
  MigrationError,
  type MigrationSession,
  missingMigrations,
  newMigration,
  planMigrations,
  readMigrations,
  SCHEMA_RELEASE,
} from './migrate.ts'

const first = newMigration('0001-first', 'create table a (id int);')
const second = newMigration('0002-second', 'create table b (id int);')
const record = ({ name, checksum }: Migration): AppliedMigration => ({ name, checksum, release: SCHEMA_RELEASE })

test('migrations are numbered without gaps or duplicates', () => {
  const numbers = readMigrations().map(({ name }) => Number(name.slice(0, 4)))
  expect(numbers).toEqual(numbers.map((_, index) => index + 1))
})

test('the missing migrations are those not applied yet, in order', () => {
  expect(missingMigrations([first, second], [])).toEqual([first, second])
  expect(missingMigrations([first, second], [record(first)])).toEqual([second])
  expect(missingMigrations([first, second], [record(first), record(second)])).toEqual([])
})

test('a migration edited after it was applied is an error', () => {
  const edited = newMigration(first.name, `${first.sql} `)
  expect(() => missingMigrations([edited], [record(first)])).toThrow(MigrationError)
  expect(() => missingMigrations([edited], [record(first)])).toThrow('Migration 0001-first was edited')
})

test('a checkout with CRLF line endings is not an edit', () => {
  const lines = 'create table a (\n id int\n);'
  expect(newMigration('x', lines.replaceAll('\n', '\r\n'))).toEqual(newMigration('x', lines))
})

test('a database one release newer works, an even newer one is refused in a sentence', () => {
  const applied = (release: number | null) => [record(first), { ...record(second), release }]
  expect(missingMigrations([first], applied(SCHEMA_RELEASE))).toEqual([])
  expect(missingMigrations([first], applied(SCHEMA_RELEASE + 1))).toEqual([])
  for (const release of [SCHEMA_RELEASE + 2, null]) {
    expect(() => missingMigrations([first], applied(release))).toThrow(
      'The database has migration 0002-second, which this program does not know and which is more than one release newer: start a newer Quizmaster.',
    )
  }
})

test('a new migration that sorts before an applied one is an error', () => {
  expect(() => missingMigrations([first, second], [record(second)])).toThrow('0001-first sorts before 0002-second')
})

describe.each(databaseKinds())('on the %s database', (kind) => {
  let database: Database
  beforeAll(async () => {
    database = await openTestDatabase(kind)
  })
  afterAll(() => database.close())

  /** Applies `extra` after the real migrations. */
  const apply = (extra: Migration[]) => run((session) => migrate(session, [...readMigrations(), ...extra], 1))

  function run(use: (session: MigrationSession) => Promise<string[]>): Promise<string[]> {
    return database.db.connection().execute(async (connection) => {
      const session: MigrationSession = {
        exec: async (text) => {
          for (const statement of text.split(';')) if (statement.trim()) await sql.raw(statement).execute(connection)
        },
        query: async (text, params = []) => {
          // Kysely numbers the parameters itself.
          const parts = text.split(/\$\d+/)
          const values = parts.slice(1).map((part, index) => sql`${params[index]}${sql.raw(part)}`)
          return (
            await sql<Record<string, unknown>>`${sql.raw(parts[0] ?? '')}${sql.join(values, sql``)}`.execute(connection)
          ).rows
        },
      }
      return use(session)
    })
  }

  async function tableNames(): Promise<string[]> {
    const { rows } = await sql<{ name: string }>`
      select table_name as name from information_schema.tables where table_schema = 'public'`.execute(database.db)
    return rows.map(({ name }) => name)
  }

  test('a plan names the missing migrations and applies none', async () => {
    const more = newMigration('0900-more', 'create table more (id int);')
    expect(await run((session) => planMigrations(session, [...readMigrations(), more]))).toEqual(['0900-more'])
    expect(await tableNames()).not.toContain('more')
  })

  test('a plan for an empty database names all migrations', async () => {
    await sql`create schema empty`.execute(database.db)
    const names = await run(async (session) => {
      await session.exec('set search_path to empty')
      const planned = await planMigrations(session, readMigrations())
      await session.exec('set search_path to public')
      return planned
    })
    expect(names).toEqual(readMigrations().map(({ name }) => name))
  })

  test('no migration is applied twice', async () => {
    expect(await apply([])).toEqual([])
  })

  test('a migration that fails leaves nothing behind, and can be applied once it is fixed', async () => {
    const broken = newMigration('0901-broken', 'create table half (id int); create table half (id int);')
    await expect(apply([broken])).rejects.toThrow(
      /^Migration 0901-broken failed and was rolled back: .*"half" already exists/,
    )
    expect(await tableNames()).not.toContain('half')
    expect(await apply([newMigration('0901-broken', 'create table half (id int);')])).toEqual(['0901-broken'])
    expect(await tableNames()).toContain('half')
  })
})
