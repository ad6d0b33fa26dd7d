import type { Migration } from './migration-files.ts'

/** One connection of its own, as much of it as a migration needs; `exec` takes several statements at once. */
export interface MigrationSession {
  exec(sql: string): Promise<void>
  query(sql: string, params?: readonly unknown[]): Promise<Record<string, unknown>[]>
}

/** The database and this program's migrations don't fit; the message is a plain line for the person who starts it. */
export class MigrationError extends Error {
  override name = 'MigrationError'
}

/**
 * Applies what is missing, each migration in a transaction of its own together with its row in `schema_migration`, so
 * that a process killed half way leaves whole migrations only. The caller sees to it that no other process does the
 * same at once. Returns the names applied.
 * @throws MigrationError when an applied migration was edited, is unknown here, or a new one fails.
 */
export async function migrate(
  session: MigrationSession,
  migrations: readonly Migration[],
  nowMs: number,
): Promise<string[]> {
  await session.exec(
    'create table if not exists schema_migration (name text primary key, checksum text not null, applied_at bigint not null)',
  )
  const applied = await session.query('select name, checksum from schema_migration order by name')
  const missing = missingMigrations(
    migrations,
    applied.map((row) => ({ name: String(row.name), checksum: String(row.checksum) })),
  )
  for (const migration of missing) await applyMigration(session, migration, nowMs)
  return missing.map(({ name }) => name)
}

/** Which of `migrations` are still to be applied. @throws MigrationError when the two histories don't fit. */
export function missingMigrations(
  migrations: readonly Migration[],
  applied: readonly Pick<Migration, 'name' | 'checksum'>[],
): Migration[] {
  const known = new Map(migrations.map((migration) => [migration.name, migration]))
  for (const { name, checksum } of applied) {
    const migration = known.get(name)
    if (!migration) {
      throw new MigrationError(
        `The database has migration ${name}, which this program does not know: a newer Quizmaster wrote it, start that one.`,
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
  if (late)
    throw new MigrationError(
      `Migration ${late.name} stands before ${last}, which is already applied: give it a higher number.`,
    )
  return missing
}

async function applyMigration(session: MigrationSession, migration: Migration, nowMs: number): Promise<void> {
  await session.exec('begin')
  try {
    await session.exec(migration.sql)
    await session.query('insert into schema_migration (name, checksum, applied_at) values ($1, $2, $3)', [
      migration.name,
      migration.checksum,
      nowMs,
    ])
    await session.exec('commit')
  } catch (cause) {
    // Fails only with the connection, and then the database has rolled back by itself.
    await session.exec('rollback').catch(() => undefined)
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new MigrationError(`Migration ${migration.name} failed and was rolled back: ${reason}`, { cause })
  }
}
