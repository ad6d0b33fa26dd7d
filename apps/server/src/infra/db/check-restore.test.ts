import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { databaseKinds, databaseUrlOf, openTestDatabase } from '../../testing/database.ts'
import { fillTables } from '../../testing/fill-tables.ts'
import { checkRestore } from './check-restore.ts'
import type { Database } from './database.ts'
import { withSession } from './postgres-database.ts'

describe.runIf(databaseKinds().includes('postgres'))('checking a restore', () => {
  let database: Database
  let url: string
  let folder: string

  beforeEach(async () => {
    database = await openTestDatabase('postgres')
    url = await databaseUrlOf(database)
    await withSession(url, fillTables)
    folder = mkdtempSync(join(tmpdir(), 'quizmaster-backup-'))
  })
  afterEach(async () => {
    await database.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const listFreshDatabases = async () =>
    (
      await sql<{
        name: string
      }>`select datname as name from pg_database where datname like 'quizmaster_restore_%'`.execute(database.db)
    ).rows

  test('a backup made while the database is in use has every row of every table', async () => {
    expect(await checkRestore(url)).toMatch(
      /^Restored a backup into a fresh database: all \d{4} rows in \d\d tables are the same\.$/,
    )
    const file = join(folder, 'kept.dump')
    expect(await checkRestore(url, { file })).toContain(`The backup is ${file}.`)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(await listFreshDatabases()).toEqual([])
  })

  test('a restore that loses something is reported, and leaves no database behind', async () => {
    const pgRestore = join(folder, 'pg_restore')
    writeFileSync(pgRestore, '#!/bin/sh\nexec pg_restore --table=feature_flag --table=rate_hit "$@"\n')
    chmodSync(pgRestore, 0o755)
    const file = join(folder, 'backup.dump')
    const checked = checkRestore(url, { file, tools: { pgDump: 'pg_dump', pgRestore } })
    await expect(checked).rejects.toThrow(/^The restored database differs: .*app_user is missing; .*answer is missing/)
    await expect(checked).rejects.not.toThrow('feature_flag')
    expect(await listFreshDatabases()).toEqual([])
  })

  test('nobody else can read a kept backup while it is being written, and a failed one leaves the earlier one', async () => {
    const pgDump = join(folder, 'pg_dump')
    const listing = join(folder, 'listing')
    // Lists the file before pg_dump starts and after it has written.
    const list = `for argument; do case $argument in --file=*) ls -l "\${argument#--file=}" >> '${listing}' 2>&1;; esac; done`
    writeFileSync(pgDump, `#!/bin/sh\n${list}\npg_dump "$@"\n${list}\n`)
    chmodSync(pgDump, 0o755)
    const file = join(folder, 'kept.dump')
    writeFileSync(file, 'earlier', { mode: 0o644 })
    await checkRestore(url, { file, tools: { pgDump, pgRestore: 'pg_restore' } })
    expect(readFileSync(listing, 'utf8').match(/^\S{10}/gm)).toEqual(['-rw-------', '-rw-------'])
    expect(statSync(file).mode & 0o777).toBe(0o600)

    writeFileSync(pgDump, '#!/bin/sh\nexit 1\n')
    writeFileSync(file, 'earlier')
    await expect(checkRestore(url, { file, tools: { pgDump, pgRestore: 'pg_restore' } })).rejects.toThrow('failed')
    expect(readFileSync(file, 'utf8')).toBe('earlier')
    expect(readdirSync(folder).toSorted()).toEqual(['kept.dump', 'listing', 'pg_dump'])
  })

  test('programs that are missing or fail are named in one line', async () => {
    const pgDump = join(folder, 'none')
    await expect(checkRestore(url, { tools: { pgDump, pgRestore: 'pg_restore' } })).rejects.toThrow(
      `${pgDump} can't be run: install PostgreSQL's client programs.`,
    )
    await expect(checkRestore(url, { file: join(folder, 'no', 'folder') })).rejects.toThrow(
      /^The backup can't be written: .*no such file/,
    )
    expect(readdirSync(folder)).toEqual([])
  })
})
