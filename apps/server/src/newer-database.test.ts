import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { type Database, openDatabase } from './infra/db/database.ts'
import { SCHEMA_RELEASE } from './infra/db/migrate.ts'
import {
  copyEmbeddedFolder,
  createPostgresDatabase,
  type DatabaseKind,
  databaseKinds,
  PATIENT_TIMEOUTS,
} from './testing/database.ts'
import { startProgram } from './testing/program.ts'

const endings: (() => unknown)[] = []
afterEach(async () => {
  for (const end of endings.splice(0).toReversed()) await end()
})

/** The settings of a new database of this release, which `alter` may change. */
async function databaseOf(kind: DatabaseKind, alter: (database: Database) => Promise<void>) {
  const dataDir = mkdtempSync(join(tmpdir(), 'quizmaster-newer-'))
  endings.push(() => rmSync(dataDir, { recursive: true, force: true }))
  let databaseUrl: string | null = null
  if (kind === 'embedded') {
    await copyEmbeddedFolder(dataDir)
  } else {
    const created = await createPostgresDatabase()
    endings.push(created.drop)
    databaseUrl = created.url
  }
  const database = await openDatabase({ databaseUrl, dataDir, timeouts: PATIENT_TIMEOUTS })
  await alter(database)
  await database.close()
  return {
    DATA_DIR: dataDir,
    ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl, SECRET_KEY: 'a secret that only tests use' }),
  }
}

function start(settings: Record<string, string>) {
  const program = startProgram(settings)
  endings.push(() => program.child.kill('SIGKILL'))
  return program
}

/** What a later release of the schema leaves in a database: its migrations' rows, and columns that nobody here knows. */
const migrateTo =
  (...releases: number[]) =>
  async ({ db }: Database) => {
    for (const release of releases) {
      const name = `9${String(release).padStart(3, '0')}-of-release-${release}`
      await sql`insert into schema_migration (name, checksum, applied_at, release)
        values (${name}, 'unknown here', 0, ${release})`.execute(db)
      await sql`alter table app_user add column ${sql.id(`of_release_${release}`)} text not null default ''`.execute(db)
    }
  }

describe.each(databaseKinds())('the program on %s', (kind) => {
  test('works with a database that the next release has migrated', async () => {
    const settings = await databaseOf(kind, migrateTo(SCHEMA_RELEASE + 1))
    const { child, ready } = start(settings)
    const port = await ready()
    const call = async (path: string, init?: RequestInit) =>
      (await fetch(`http://127.0.0.1:${port}/${path}`, init)).status
    expect(await call('readyz')).toBe(200)
    const body = JSON.stringify({ email: 'player@example.com' })
    const headers = { 'content-type': 'application/json' }
    expect(await call('services/user/api/request_code', { method: 'POST', headers, body })).toBe(200)
    expect(await call('services/gameplay/api/topic/random_list?count=3')).toBe(200)
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
  })

  test('refuses a database of the release after that, in one line, with exit code 1', async () => {
    const settings = await databaseOf(kind, migrateTo(SCHEMA_RELEASE + 1, SCHEMA_RELEASE + 2))
    const { child, output } = start(settings)
    expect(await once(child, 'close')).toEqual([1, null])
    const newer = `9${String(SCHEMA_RELEASE + 2).padStart(3, '0')}-of-release-${SCHEMA_RELEASE + 2}`
    expect(output()).toBe(
      `The database has migration ${newer}, which this program does not know and which is more than one release newer: start a newer Quizmaster.\n`,
    )
  })
})
