import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'

/** A file of `migrations/`: its name without `.sql`, its SQL and the checksum that is recorded when it is applied. */
export interface Migration {
  name: string
  sql: string
  checksum: string
}

/**
 * The release of the schema that this program's migrations lead to. Increase it by one with the first migration after a
 * published version. Consecutive releases work with the same database, so that servers can be replaced one by one: a
 * migration adds only what the previous release ignores, and removes only what it no longer uses.
 */
export const SCHEMA_RELEASE = 2

/** A migration as recorded in the database. `release` is null where a version before SCHEMA_RELEASE 2 applied it. */
export interface AppliedMigration {
  name: string
  checksum: string
  release: number | null
}

// In the bundle this module is part of server.mjs, beside a copy of migrations/.
const MIGRATIONS_DIR = new URL(import.meta.url.endsWith('.ts') ? '../../migrations/' : './migrations/', import.meta.url)

/** This program's migrations, in the order in which they are applied. */
export function readMigrations(): Migration[] {
  const names = readdirSync(MIGRATIONS_DIR)
    .filter((file) => /^\d{4}-[a-z0-9-]+\.sql$/.test(file))
    .toSorted()
  return names.map((file) => newMigration(file.slice(0, -4), readFileSync(new URL(file, MIGRATIONS_DIR), 'utf8')))
}

/** A migration with its checksum. */
export function newMigration(name: string, text: string): Migration {
  // The checksum must not depend on how git checked out the line endings.
  const sql = text.replaceAll('\r\n', '\n')
  return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
}

/** One checksum over all migrations, for caches of a migrated database. */
export function checksumOf(migrations: readonly Migration[]): string {
  const hash = createHash('sha256')
  for (const { name, checksum } of migrations) hash.update(`${name} ${checksum}\n`)
  return hash.digest('hex')
}

/** What a migration needs of a database connection. `exec` accepts several statements separated by semicolons. */
export interface MigrationSession {
  exec(sql: string): Promise<void>
  query(sql: string, params?: readonly unknown[]): Promise<Record<string, unknown>[]>
}

/** The database doesn't match this program's migrations. The message is one line for the operator. */
export class MigrationError extends Error {
  override name = 'MigrationError'
}

/**
 * Applies the missing migrations, each in its own transaction together with its row in `schema_migration`, so a killed
 * process leaves only complete migrations. The caller makes sure that only one process migrates at a time.
 * @returns the names of the migrations applied
 * @throws MigrationError when an applied migration was edited or is of a version too new, or a new one fails.
 */
export async function migrate(
  session: MigrationSession,
  migrations: readonly Migration[],
  nowMs: number,
): Promise<string[]> {
  await session.exec(
    'create table if not exists schema_migration (name text primary key, checksum text not null, applied_at bigint not null)',
  )
  await session.exec('alter table schema_migration add column if not exists release integer')
  const missing = missingMigrations(migrations, await readApplied(session))
  for (const migration of missing) await applyMigration(session, migration, nowMs)
  return missing.map(({ name }) => name)
}

/**
 * The names of the migrations that `migrate` would apply. Changes nothing.
 * @throws MigrationError when an applied migration was edited or is of a version too new.
 */
export async function planMigrations(session: MigrationSession, migrations: readonly Migration[]): Promise<string[]> {
  const [found] = await session.query("select to_regclass('schema_migration') is not null as exists")
  const applied = found?.exists ? await readApplied(session) : []
  return missingMigrations(migrations, applied).map(({ name }) => name)
}

/** The recorded migrations, by name. */
export async function readApplied(session: Pick<MigrationSession, 'query'>): Promise<AppliedMigration[]> {
  const rows = await session.query('select * from schema_migration order by name')
  return rows.map(({ name, checksum, release }) => ({
    name: String(name),
    checksum: String(checksum),
    release: typeof release === 'number' ? release : null,
  }))
}

/** The migrations not yet applied. @throws MigrationError when the two histories don't match. */
export function missingMigrations(migrations: readonly Migration[], applied: readonly AppliedMigration[]): Migration[] {
  const known = new Map(migrations.map((migration) => [migration.name, migration]))
  for (const { name, checksum, release } of applied) {
    const migration = known.get(name)
    if (!migration) {
      if (release !== null && release <= SCHEMA_RELEASE + 1) continue
      throw new MigrationError(
        `The database has migration ${name}, which this program does not know and which is more than one release newer: start a newer Quizmaster.`,
      )
    }
    if (migration.checksum !== checksum) {
      throw new MigrationError(
        `Migration ${name} was edited after it had been applied to this database: restore the file and add a new migration instead.`,
      )
    }
  }
  const done = new Set(applied.map(({ name }) => name))
  const last = applied.at(-1)?.name ?? ''
  const missing = migrations.filter(({ name }) => !done.has(name))
  const late = missing.find(({ name }) => name < last)
  if (late) {
    throw new MigrationError(
      `Migration ${late.name} sorts before ${last}, which is already applied: give it a higher number.`,
    )
  }
  return missing
}

async function applyMigration(session: MigrationSession, migration: Migration, nowMs: number): Promise<void> {
  await session.exec('begin')
  try {
    await session.exec(migration.sql)
    await session.query('insert into schema_migration (name, checksum, applied_at, release) values ($1, $2, $3, $4)', [
      migration.name,
      migration.checksum,
      nowMs,
      SCHEMA_RELEASE,
    ])
    await session.exec('commit')
  } catch (cause) {
    // Fails only when the connection is lost, in which case the database rolls back by itself.
    await session.exec('rollback').catch(() => undefined)
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new MigrationError(`Migration ${migration.name} failed and was rolled back: ${reason}`, { cause })
  }
}
