import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Kysely, sql } from 'kysely'
import { Client } from 'pg'
import serverPackage from '../../package.json' with { type: 'json' }
import type { Database } from '../infra/db/database.ts'
import { openDatabase } from '../infra/db/database.ts'
import { dumpClient, openClient } from '../infra/db/embedded-database.ts'
import { checksumOf, readMigrations } from '../infra/db/migrate.ts'
import { createPgliteDir } from '../infra/db/start-pglite.ts'
import type { Tables } from '../infra/db/tables.ts'
import { silentLog } from '../infra/log.ts'
import { EmbeddedPool } from './embedded-pool.ts'

/** The kind of database a suite runs on. */
export type DatabaseKind = Database['kind']

/** For `describe.each`: both kinds if TEST_DATABASE_URL is set, otherwise only the embedded one. */
export function databaseKinds(): DatabaseKind[] {
  return process.env.TEST_DATABASE_URL ? ['embedded', 'postgres'] : ['embedded']
}

const LONG_MS = 200_000
/**
 * Time limits that a machine which stalls for seconds doesn't exceed, for tests of anything else. The driver still
 * gives up on queries that are lost in a network fault.
 */
export const PATIENT_TIMEOUTS = {
  statementMs: LONG_MS,
  queryMs: 20_000,
  lockMs: LONG_MS,
  idleInTransactionMs: LONG_MS,
  connectMs: 20_000,
}

const embeddedPool = new EmbeddedPool(embeddedTemplate)

/** A new database, migrated and empty. Close it after the tests. */
export async function openTestDatabase(kind: DatabaseKind): Promise<Database> {
  return kind === 'embedded' ? embeddedPool.open() : openFreshPostgres()
}

/** A PostgreSQL database without tables, for tests that run only where there is PostgreSQL. */
export async function createPostgresDatabase(): Promise<{ url: string; drop: () => Promise<void> }> {
  const server = process.env.TEST_DATABASE_URL ?? ''
  const name = `test_${randomBytes(8).toString('hex')}`
  await asAdmin(server, async (admin) => void (await admin.query(`create database ${name}`)))
  return {
    url: urlOf(server, name),
    drop: () => asAdmin(server, async (admin) => void (await admin.query(`drop database ${name} with (force)`))),
  }
}

/** The URL of a test's PostgreSQL database, for other connections to it. */
export async function databaseUrlOf(database: Database): Promise<string> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(database.db)
  return urlOf(process.env.TEST_DATABASE_URL ?? '', rows[0]?.name ?? '')
}

/**
 * How many connections to this PostgreSQL database are waiting for a lock, background tasks aside. For tests of
 * concurrent calls.
 */
export async function countWaitingForLocks(db: Kysely<Tables>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query not like '%"game_watch"%'`.execute(db)
  return rows[0]?.count ?? 0
}

const PGLITE_VERSION = serverPackage.dependencies['@electric-sql/pglite']
const CACHE_DIR = fileURLToPath(new URL('../../../../node_modules/.cache/quizmaster/', import.meta.url))

/**
 * The dump of a migrated database, which loads five times faster than a new one migrates. Cached per PGlite version and
 * set of migrations; the rename makes it safe for test processes to create it at the same time.
 */
export async function embeddedTemplate(): Promise<Uint8Array> {
  const file = `${cachedName()}.tar.gz`
  if (existsSync(file)) return readFileSync(file)
  const folder = mkdtempSync(join(tmpdir(), 'quizmaster-template-'))
  try {
    await copyEmbeddedFolder(folder)
    const client = await openClient(join(folder, 'pg'), silentLog)
    const tarball = await dumpClient(client)
    await client.close()
    const draft = newDraft(file)
    writeFileSync(draft, tarball)
    renameSync(draft, file)
    return tarball
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Copies a migrated and empty embedded database to `dataDir`/pg, for tests of anything but its creation, which takes
 * far more CPU than a copy. Cached like the dump.
 */
export async function copyEmbeddedFolder(dataDir: string): Promise<void> {
  const cached = `${cachedName()}.pg`
  if (!existsSync(cached)) await cacheFolder(cached)
  await cp(cached, join(dataDir, 'pg'), { recursive: true })
}

async function cacheFolder(path: string): Promise<void> {
  const draft = newDraft(path)
  try {
    await createPgliteDir(draft)
    renameSync(draft, path)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    // Another test process was faster.
    if (!existsSync(path)) throw error
  }
}

/** The path of the cached files, without an extension. */
function cachedName(): string {
  return join(CACHE_DIR, `embedded-${PGLITE_VERSION}-${checksumOf(readMigrations()).slice(0, 16)}`)
}

function newDraft(path: string): string {
  mkdirSync(CACHE_DIR, { recursive: true })
  return `${path}.${randomBytes(6).toString('hex')}`
}

async function openFreshPostgres(): Promise<Database> {
  const url = process.env.TEST_DATABASE_URL
  if (!url) throw new Error('TEST_DATABASE_URL is not set')
  const name = `test_${randomBytes(8).toString('hex')}`
  const template = await postgresTemplate(url)
  await asAdmin(url, async (admin) => void (await admin.query(`create database ${name} template ${template}`)))
  const timeouts = { ...PATIENT_TIMEOUTS, queryMs: LONG_MS, connectMs: LONG_MS, pingMs: LONG_MS, healthMs: LONG_MS }
  const database = await openDatabase({ databaseUrl: urlOf(url, name), dataDir: tmpdir(), timeouts })
  return {
    ...database,
    close: async () => {
      await database.close()
      await asAdmin(url, async (admin) => void (await admin.query(`drop database ${name} with (force)`)))
    },
  }
}

/** The name of a migrated template database, created by the first test process that needs it. */
async function postgresTemplate(url: string): Promise<string> {
  const name = `template_${checksumOf(readMigrations()).slice(0, 16)}`
  await asAdmin(url, async (admin) => {
    await admin.query('select pg_advisory_lock(hashtext($1))', [name])
    const { rowCount } = await admin.query('select 1 from pg_database where datname = $1', [name])
    if (rowCount) return
    await admin.query(`drop database if exists ${name}_draft`)
    await admin.query(`create database ${name}_draft`)
    const databaseUrl = urlOf(url, `${name}_draft`)
    const database = await openDatabase({ databaseUrl, dataDir: tmpdir(), timeouts: PATIENT_TIMEOUTS })
    await database.close()
    await admin.query(`alter database ${name}_draft rename to ${name}`)
  })
  return name
}

async function asAdmin(url: string, work: (admin: Client) => Promise<void>): Promise<void> {
  const admin = new Client({ connectionString: url })
  await admin.connect()
  try {
    await work(admin)
  } finally {
    await admin.end()
  }
}

function urlOf(url: string, name: string): string {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}
