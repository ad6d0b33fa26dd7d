import { execFile } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { copyEmbeddedFolder } from '../../testing/database.ts'
import { silentLog } from '../log.ts'
import { type Database, openDatabase } from './database.ts'
import { lockDataDir } from './data-dir-lock.ts'
import { dumpToFile, restoreFromFile } from './dump-and-restore.ts'
import { serveDumps } from './dump-socket.ts'

let root: string
let dataDir: string
let file: string
let database: Database | undefined

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'quizmaster-dump-'))
  dataDir = join(root, 'data')
  file = join(root, 'backup.tar.gz')
})
afterEach(async () => {
  await database?.close()
  database = undefined
  rmSync(root, { recursive: true, force: true })
})

async function open(): Promise<Database> {
  if (!existsSync(dataDir)) await copyEmbeddedFolder(dataDir)
  database = await openDatabase({ databaseUrl: null, dataDir })
  return database
}

async function close(): Promise<void> {
  await database?.close()
  database = undefined
}

async function addFlag(name: string): Promise<void> {
  await database?.db.insertInto('feature_flag').values({ name, is_enabled: true, updated_at: 1 }).execute()
}

async function flagNames(): Promise<string[]> {
  const { db } = await open()
  return (await db.selectFrom('feature_flag').select('name').orderBy('name').execute()).map(({ name }) => name)
}

test('restoring a dump of the running server brings back its state at the time of the dump', async () => {
  await open()
  await addFlag('before')
  await expect(dumpToFile(dataDir, file)).resolves.toContain('Dumped')
  // It contains e-mail addresses.
  expect(statSync(file).mode & 0o777).toBe(0o600)
  await addFlag('after')
  await expect(restoreFromFile(dataDir, file)).rejects.toThrow(`in use by process ${process.pid}`)
  await close()

  // With no server running the tool opens the database itself.
  const later = join(root, 'later.tar.gz')
  await expect(dumpToFile(dataDir, later)).resolves.toContain(later)

  mkdirSync(join(dataDir, 'pg.before-restore-1'))
  await expect(restoreFromFile(dataDir, file)).resolves.toContain('pg.before-restore-2')
  expect(await flagNames()).toEqual(['before'])
})

test('a file that is not a complete dump is rejected with one line, and changes nothing', async () => {
  await open()
  await addFlag('kept')
  await dumpToFile(dataDir, file)
  await close()

  const bad = join(root, 'bad')
  writeFileSync(bad, 'hello')
  await expect(restoreFromFile(dataDir, bad)).rejects.toThrow(
    /bad was not restored, the database is as before: .+ not a complete dump/,
  )
  writeFileSync(bad, readFileSync(file).subarray(0, 100_000))
  await expect(restoreFromFile(dataDir, bad)).rejects.toThrow('not a complete dump')
  await expect(restoreFromFile(dataDir, join(root, 'none'))).rejects.toThrow('There is no file')

  expect(readdirSync(dataDir)).toEqual(['pg'])
  expect(await flagNames()).toEqual(['kept'])
})

test('the next start completes a restore killed before its last rename, and removes leftovers of a first start', async () => {
  await open()
  await addFlag('kept')
  await close()
  renameSync(join(dataDir, 'pg'), join(dataDir, 'pg.restored'))
  mkdirSync(join(dataDir, 'pg.new-half'))
  expect(await flagNames()).toEqual(['kept'])
  expect(readdirSync(dataDir)).not.toContain('pg.new-half')
})

test('without a database there is nothing to dump, and no directory is created', async () => {
  await expect(dumpToFile(dataDir, file)).rejects.toThrow('nothing to dump')
  expect(readdirSync(root)).toEqual([])
})

test('a process that has the database open but gives no dump is named in one line', async () => {
  mkdirSync(join(dataDir, 'pg'), { recursive: true })
  const lock = await lockDataDir(dataDir)
  await expect(dumpToFile(dataDir, file)).rejects.toThrow(`${process.pid} has ${dataDir} open but does not answer`)
  const dumps = serveDumps(dataDir, lock.token, () => Promise.reject(new Error('disk full')), silentLog)
  await expect.poll(() => dumpToFile(dataDir, file).catch(String)).toContain('the server could not make the dump')
  dumps.close()
  lock.release()
  expect(existsSync(file)).toBe(false)
})

test.each([
  { args: ['dump', 'f'], env: { DATABASE_URL: 'postgres://x' }, line: /use PostgreSQL's own pg_dump/, code: 2 },
  { args: ['restore', 'f'], env: { DATABASE_URL: 'postgres://x' }, line: /own pg_restore/, code: 2 },
  { args: ['dump'], env: {}, line: /^Usage: npm run db:dump -- FILE/, code: 2 },
  { args: ['restore', 'no-such-file'], env: {}, line: /^There is no file/, code: 1 },
])('the tool called with $args and $env prints one line', async ({ args, env, line, code }) => {
  const cli = fileURLToPath(new URL('./cli.ts', import.meta.url))
  const options = { env: { ...process.env, DATABASE_URL: '', DATA_DIR: dataDir, ...env } }
  const ran = await new Promise<{ code: unknown; stderr: string }>((resolve) => {
    execFile(process.execPath, ['--import', 'tsx', cli, ...args], options, (error, _, stderr) => {
      resolve({ code: error?.code, stderr })
    })
  })
  expect(ran.code).toBe(code)
  expect(ran.stderr).toMatch(line)
  expect(ran.stderr.trim().split('\n')).toHaveLength(1)
})
