import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { databaseKinds } from '../../testing/database.ts'
import { lockDataDir } from './data-dir-lock.ts'
import { openDatabase } from './database.ts'
import { migrateDatabase } from './migrate-command.ts'
import { readMigrations } from './migrate.ts'

const ALL = readMigrations()
  .map(({ name }) => name)
  .join(', ')

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'quizmaster-migrate-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

test('an embedded database is planned and migrated while no server has it open', async () => {
  const run = (isDryRun: boolean) => migrateDatabase({ databaseUrl: null, dataDir }, { isDryRun })
  expect(await run(true)).toBe(`There is no database in ${dataDir} yet: the first start of the server creates it.`)
  await (await openDatabase({ databaseUrl: null, dataDir })).close()
  expect(await run(true)).toBe('The database is up to date.')
  expect(await run(false)).toBe('The database is up to date.')
  const lock = await lockDataDir(dataDir)
  await expect(run(true)).rejects.toThrow(dataDir)
  lock.release()
})

test.runIf(databaseKinds().includes('postgres'))(
  'on PostgreSQL a dry run names the missing migrations and applies none',
  async () => {
    const server = new URL(process.env['TEST_DATABASE_URL'] ?? '')
    const name = `migrate_${randomUUID().replaceAll('-', '')}`
    const admin = new Client({ connectionString: server.href })
    await admin.connect()
    await admin.query(`create database ${name}`)
    try {
      const databaseUrl = Object.assign(new URL(server), { pathname: `/${name}` }).href
      const run = (isDryRun: boolean) => migrateDatabase({ databaseUrl, dataDir }, { isDryRun })
      expect(await run(true)).toBe(`Would apply ${ALL}.`)
      expect(await run(true)).toBe(`Would apply ${ALL}.`)
      expect(await run(false)).toBe(`Applied ${ALL}.`)
      expect(await run(false)).toBe('The database is up to date.')
    } finally {
      await admin.query(`drop database ${name} with (force)`)
      await admin.end()
    }
  },
)
