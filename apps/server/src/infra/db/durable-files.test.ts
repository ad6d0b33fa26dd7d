import fs, { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { copyEmbeddedFolder } from '../../testing/database.ts'
import { DurableFiles } from './durable-files.ts'
import { openDurablePglite } from './pglite-server.ts'

const INSERT = "insert into rate_hit (key, at) values ('hit', 1)"
const { fdatasync, fdatasyncSync } = fs

let folder: string
let files: DurableFiles
let pglite: PGlite
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'quizmaster-durable-'))
  await copyEmbeddedFolder(folder)
  // What a crash leaves behind at the wrong moment.
  writeFileSync(join(folder, 'pg', 'postmaster.pid'), '')
})
beforeEach(async () => {
  files = new DurableFiles(join(folder, 'pg'))
  pglite = await openDurablePglite(join(folder, 'pg'), files)
})
afterEach(async () => {
  Object.assign(fs, { fdatasync })
  replaceSync(fdatasyncSync)
  await pglite.close()
})
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }))

function replaceSync(sync: typeof fdatasyncSync): void {
  fs.fdatasyncSync = sync
  syncBuiltinESMExports()
}

test('PostgreSQL syncs, writes whole pages to its log, and flushes it at each commit', async () => {
  const names = ['fsync', 'full_page_writes', 'synchronous_commit', 'wal_sync_method']
  const { rows } = await pglite.query<{ name: string; setting: string }>(
    'select name, setting from pg_settings where name = any($1)',
    [names],
  )
  expect(Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))).toEqual({
    fsync: 'on',
    full_page_writes: 'on',
    synchronous_commit: 'on',
    wal_sync_method: 'fsync',
  })
})

test('a commit is due until it is synced, a query and a rollback are not', async () => {
  await pglite.exec('checkpoint')
  await pglite.exec(`select * from rate_hit; begin; ${INSERT}; rollback`)
  expect(files.hasUnsyncedCommits).toBe(false)
  await pglite.exec(INSERT)
  await pglite.exec(INSERT)
  expect(files.hasUnsyncedCommits).toBe(true)
  await files.syncCommits()
  expect(files.hasUnsyncedCommits).toBe(false)
})

test('a commit stays due while its sync is running, even if PostgreSQL has synced it since', async () => {
  let endSync: (error: Error | null) => void = () => undefined
  Object.assign(fs, { fdatasync: (_fd: number, done: typeof endSync) => void (endSync = done) })
  syncBuiltinESMExports()
  await pglite.exec(INSERT)
  const synced = files.syncCommits()
  await pglite.exec('checkpoint')
  expect(files.hasUnsyncedCommits).toBe(true)
  endSync(null)
  await synced
  expect(files.hasUnsyncedCommits).toBe(false)
})

test('commits are synced before PostgreSQL writes anything else', async () => {
  const path = join(folder, 'pg', 'global', 'pg_control')
  const controlBefore = fs.readFileSync(path)
  let isControlUnchanged: boolean | null = null
  await pglite.exec(INSERT)
  replaceSync((fd) => {
    isControlUnchanged ??= fs.readFileSync(path).equals(controlBefore)
    fdatasyncSync(fd)
  })
  await pglite.exec('checkpoint')
  expect(isControlUnchanged).toBe(true)
  expect(files.hasUnsyncedCommits).toBe(false)
})

test('after a failed sync nothing more is written, and the failure is reported', async () => {
  await pglite.exec(INSERT)
  expect(() => files.throwIfFailed()).not.toThrow()
  replaceSync(() => {
    throw Object.assign(new Error('EIO: i/o error, fdatasync'), { code: 'EIO' })
  })
  await Promise.allSettled([pglite.exec('checkpoint')])
  replaceSync(fdatasyncSync)
  expect(() => files.throwIfFailed()).toThrow('EIO')
  expect(files.hasUnsyncedCommits).toBe(true)
})
