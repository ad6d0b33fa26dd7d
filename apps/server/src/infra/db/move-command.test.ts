import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { copyEmbeddedFolder, createPostgresDatabase, databaseKinds } from '../../testing/database.ts'
import { fillTables } from '../../testing/fill-tables.ts'
import { silentLog } from '../log.ts'
import { lockDataDir } from './data-dir-lock.ts'
import { openDatabase } from './database.ts'
import { newMigrationSession, openClient } from './embedded-database.ts'
import { migrateDatabase } from './migrate-command.ts'
import { moveToEmbedded, moveToPostgres } from './move-command.ts'
import { withMigrationSession } from './postgres-database.ts'
import { type DatabaseSession, inTextTransaction, listTables } from './table-digests.ts'

describe.runIf(databaseKinds().includes('postgres'))('moving a database', () => {
  /** A data directory with rows in every table. */
  let filled: string
  let root: string
  let dataDir: string
  let postgres: Awaited<ReturnType<typeof createPostgresDatabase>>

  beforeAll(async () => {
    filled = mkdtempSync(join(tmpdir(), 'quizmaster-filled-'))
    await copyEmbeddedFolder(filled)
    await onEmbedded(filled, fillTables)
  })
  afterAll(() => rmSync(filled, { recursive: true, force: true }))

  beforeEach(async () => {
    root = mkdtempSync(join(tmpdir(), 'quizmaster-move-'))
    dataDir = join(root, 'data')
    cpSync(filled, dataDir, { recursive: true })
    postgres = await createPostgresDatabase()
  })
  afterEach(async () => {
    await postgres.drop()
    rmSync(root, { recursive: true, force: true })
  })

  const onPostgres = <T>(work: (session: DatabaseSession) => Promise<T>) => withMigrationSession(postgres.url, work)

  test('every row of every table arrives in PostgreSQL, and from there in a new embedded database', async () => {
    const before = await onEmbedded(dataDir, readRows)
    expect([...before].filter(([, rows]) => rows.length === 0)).toEqual([])

    expect(await moveToPostgres(dataDir, postgres.url)).toMatch(
      /^Moved \d{4} rows in \d\d tables, compared by count and checksum, from .+ to PostgreSQL\. Set SECRET_KEY to /,
    )
    expect(await onPostgres(readRows)).toEqual(before)
    expect(await onEmbedded(dataDir, readRows)).toEqual(before)

    const back = join(root, 'back')
    expect(await moveToEmbedded(postgres.url, back)).toContain(`to ${join(back, 'pg')}. Unset DATABASE_URL.`)
    expect(await onEmbedded(back, readRows)).toEqual(before)
    expect(readdirSync(back)).toEqual(['pg'])
    // The server can open the moved database.
    await (await openDatabase({ databaseUrl: postgres.url, dataDir })).close()
  })

  test('a database that was only migrated counts as empty, one with a row does not', async () => {
    await migrateDatabase({ databaseUrl: postgres.url, dataDir }, { isDryRun: false })
    await onPostgres((session) => session.exec("insert into feature_flag values ('mine', true, 1)"))
    await expect(moveToPostgres(dataDir, postgres.url)).rejects.toThrow('not empty: table feature_flag has rows')
    await onPostgres((session) => session.exec('delete from feature_flag'))
    await moveToPostgres(dataDir, postgres.url)
    await expect(moveToPostgres(dataDir, postgres.url)).rejects.toThrow('not empty')
    await expect(moveToEmbedded(postgres.url, dataDir)).rejects.toThrow(`There is a database in ${dataDir} already`)
    expect(await onPostgres(readRows)).toEqual(await onEmbedded(dataDir, readRows))
  })

  test('edited ads in an otherwise empty target are not overwritten', async () => {
    await migrateDatabase({ databaseUrl: postgres.url, dataDir }, { isDryRun: false })
    await onPostgres((session) => session.exec("update ad set title = 'Mine' where position = 1"))
    const before = await onPostgres(readRows)
    await expect(moveToPostgres(dataDir, postgres.url)).rejects.toThrow('not empty: its ads have been edited')
    expect(await onPostgres(readRows)).toEqual(before)
  })

  test('a target with a table of another program is refused', async () => {
    await onPostgres((session) => session.exec('create table other (id integer); insert into other values (1)'))
    await expect(moveToPostgres(dataDir, postgres.url)).rejects.toThrow('not empty: table other has rows')
    await onPostgres((session) => session.exec('delete from other'))
    await expect(moveToPostgres(dataDir, postgres.url)).rejects.toThrow(
      'The database to move to is not a Quizmaster database',
    )
  })

  test('a move that fails leaves nothing behind', async () => {
    await onEmbedded(dataDir, (session) => session.exec('create table extra (id integer)'))
    await expect(moveToPostgres(dataDir, postgres.url)).rejects.toThrow('Table extra has different columns')
    expect(await onPostgres(listTables)).toEqual([])

    await onEmbedded(dataDir, (session) => session.exec('drop table extra'))
    await migrateDatabase({ databaseUrl: postgres.url, dataDir }, { isDryRun: false })
    const empty = await onPostgres(readRows)
    await onPostgres((session) => session.exec("alter table topic_suggestion add check (key = 'other')"))
    await expect(moveToPostgres(dataDir, postgres.url)).rejects.toThrow('topic_suggestion_key_check')
    expect(await onPostgres(readRows)).toEqual(empty)

    await onPostgres((session) => session.exec('create table extra (id integer)'))
    await expect(moveToEmbedded(postgres.url, join(root, 'back'))).rejects.toThrow('Table extra has different columns')
    expect(readdirSync(join(root, 'back'))).toEqual([])
  })

  test('while a server has either database open, nothing is moved', async () => {
    const lock = await lockDataDir(dataDir)
    await expect(moveToPostgres(dataDir, postgres.url)).rejects.toThrow(`in use by process ${process.pid}`)
    lock.release()
    await moveToPostgres(dataDir, postgres.url)
    const server = await openDatabase({ databaseUrl: postgres.url, dataDir })
    await server.ping()
    const back = moveToEmbedded(postgres.url, join(root, 'back'))
    await expect(back).rejects.toThrow('connected to the PostgreSQL database (quizmaster): stop every server first')
    await server.close()
  })

  test('a server whose DATABASE_URL sets another application name is noticed too', async () => {
    await moveToPostgres(dataDir, postgres.url)
    const url = `${postgres.url}?application_name=mine`
    const server = await openDatabase({ databaseUrl: url, dataDir })
    await server.ping()
    await expect(moveToEmbedded(url, join(root, 'back'))).rejects.toThrow('(mine): stop every server first')
    await server.close()
  })

  test('a restored database that no server has opened yet is not replaced', async () => {
    const restored = join(root, 'back', 'pg.restored')
    mkdirSync(restored, { recursive: true })
    const moved = moveToEmbedded(postgres.url, join(root, 'back'))
    await expect(moved).rejects.toThrow('or move its folder pg.restored away')
    expect(readdirSync(join(root, 'back'))).toEqual(['pg.restored'])
  })

  test.each([
    { change: 'delete from schema_migration where name >= $1', line: 'run npm run db:migrate first' },
    {
      change:
        "insert into schema_migration (name, checksum, applied_at, release) select '9999-new', $1, 1, max(release) + 1 from schema_migration",
      line: 'move it with that version',
    },
    { change: 'update schema_migration set checksum = $1', line: 'was edited' },
  ])('a database of another version is refused on either side: $line', async ({ change, line }) => {
    await migrateDatabase({ databaseUrl: postgres.url, dataDir }, { isDryRun: false })
    await onPostgres((session) => session.query(change, ['0019']))
    await expect(moveToPostgres(dataDir, postgres.url)).rejects.toThrow(line)
    await expect(moveToEmbedded(postgres.url, join(root, 'back'))).rejects.toThrow(line)
    await onEmbedded(dataDir, (session) => session.query(change, ['0019']))
    const empty = await createPostgresDatabase()
    await expect(moveToPostgres(dataDir, empty.url)).rejects.toThrow(line)
    await empty.drop()
  })

  test('without a database there is nothing to move', async () => {
    await expect(moveToPostgres(join(root, 'none'), postgres.url)).rejects.toThrow('nothing to move')
    await expect(moveToEmbedded(postgres.url, join(root, 'back'))).rejects.toThrow('is not a Quizmaster database')
    expect(existsSync(join(root, 'none'))).toBe(false)
  })
})

async function onEmbedded<T>(path: string, work: (session: DatabaseSession) => Promise<T>): Promise<T> {
  const client = await openClient(join(path, 'pg'), silentLog)
  try {
    return await work(newMigrationSession(client))
  } finally {
    await client.close()
  }
}

/** Every table's rows as text, in one order. */
function readRows(session: DatabaseSession): Promise<Map<string, string[]>> {
  return inTextTransaction(session, { isWriter: false }, async () => {
    const rows = new Map<string, string[]>()
    for (const { name } of await listTables(session)) {
      const lines = await session.query(`select stored::text as line from ${name} as stored`)
      rows.set(name, lines.map(({ line }) => String(line)).toSorted())
    }
    return rows
  })
}
