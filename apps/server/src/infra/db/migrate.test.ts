import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databaseKinds, openTestDatabase } from '../../testing/database.ts'
import type { Database } from './database.ts'
import { type Migration, newMigration, readMigrations } from './migration-files.ts'
import { migrate, MigrationError, missingMigrations, type MigrationSession } from './migrate.ts'

const first = newMigration('0001-first', 'create table a (id int);')
const second = newMigration('0002-second', 'create table b (id int);')

test('migrations are numbered without a gap, and none has a number twice', () => {
  const numbers = readMigrations().map(({ name }) => Number(name.slice(0, 4)))
  expect(numbers).toEqual(numbers.map((_, index) => index + 1))
})

test('only what was not applied yet is missing, in order', () => {
  expect(missingMigrations([first, second], [])).toEqual([first, second])
  expect(missingMigrations([first, second], [first])).toEqual([second])
  expect(missingMigrations([first, second], [first, second])).toEqual([])
})

test('a migration edited after it was applied stops the start', () => {
  const edited = newMigration(first.name, `${first.sql} `)
  expect(() => missingMigrations([edited], [first])).toThrow(MigrationError)
  expect(() => missingMigrations([edited], [first])).toThrow('Migration 0001-first was edited')
})

test('a checkout with CRLF line ends is not an edit', () => {
  const lines = 'create table a (\n id int\n);'
  expect(newMigration('x', lines.replaceAll('\n', '\r\n'))).toEqual(newMigration('x', lines))
})

test('a database of a newer program stops the start', () => {
  expect(() => missingMigrations([first], [first, second])).toThrow(
    'has migration 0002-second, which this program does not know',
  )
})

test('a migration that comes in before an applied one stops the start', () => {
  expect(() => missingMigrations([first, second], [second])).toThrow('0001-first stands before 0002-second')
})

describe.each(databaseKinds())('on the %s database', (kind) => {
  let database: Database
  beforeAll(async () => {
    database = await openTestDatabase(kind)
  })
  afterAll(() => database.close())

  /** Applies on top of the real ones, on one connection. */
  function apply(extra: Migration[]): Promise<string[]> {
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
      return migrate(session, [...readMigrations(), ...extra], 1)
    })
  }

  async function tableNames(): Promise<string[]> {
    const { rows } = await sql<{ name: string }>`
      select table_name as name from information_schema.tables where table_schema = 'public'`.execute(database.db)
    return rows.map(({ name }) => name)
  }

  test('nothing is applied twice', async () => {
    expect(await apply([])).toEqual([])
  })

  test('a migration that fails half way leaves nothing, and what is mended goes through', async () => {
    const broken = newMigration('0901-broken', 'create table half (id int); create table half (id int);')
    await expect(apply([broken])).rejects.toThrow(
      /^Migration 0901-broken failed and was rolled back: .*"half" already exists/,
    )
    expect(await tableNames()).not.toContain('half')
    expect(await apply([newMigration('0901-broken', 'create table half (id int);')])).toEqual(['0901-broken'])
    expect(await tableNames()).toContain('half')
  })
})
