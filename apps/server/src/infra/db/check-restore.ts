import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { closeSync, mkdtempSync, openSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { withSession } from './postgres-database.ts'
import { differences, digestTables, inTextTransaction, listTables, type TableDigest } from './table-digests.ts'

/** The backup or the restore doesn't work. The message is one line for the operator. */
export class RestoreCheckError extends Error {
  override name = 'RestoreCheckError'
}

interface Options {
  /** Where the backup is kept; by default it is deleted. */
  file?: string
  /** PostgreSQL's programs, of at least the server's version. */
  tools?: { pgDump: string; pgRestore: string }
}

/**
 * Backs up the PostgreSQL database at `databaseUrl` with pg_dump while it is in use, restores the backup with
 * pg_restore into a fresh database on the same server, compares every table by count and checksum, and drops the fresh
 * database. Resolves with a sentence for the operator.
 * @throws RestoreCheckError, or the driver's error, for example if the user may not create databases
 */
export async function checkRestore(databaseUrl: string, options: Options = {}): Promise<string> {
  const { pgDump, pgRestore } = options.tools ?? { pgDump: 'pg_dump', pgRestore: 'pg_restore' }
  const folder = mkdtempSync(join(tmpdir(), 'quizmaster-restore-'))
  const file = options.file === undefined ? join(folder, 'backup.dump') : resolve(options.file)
  // Renamed at the end, so that an earlier backup stays until this one is complete.
  const part = `${file}.${randomBytes(8).toString('hex')}.part`
  try {
    const { before, after } = await withSession(databaseUrl, (session) =>
      inTextTransaction(session, { isWriter: false }, async () => {
        // pg_dump reads what this transaction reads, whatever is written meanwhile.
        const [exported] = await session.query('select pg_export_snapshot() as snapshot')
        const dumpArgs = ['--format=custom', `--snapshot=${String(exported?.['snapshot'])}`, `--file=${part}`]
        createPrivateFile(part)
        await run(pgDump, dumpArgs, databaseUrl)
        renameSync(part, file)
        const restored = await withFreshDatabase(databaseUrl, async (url) => {
          await run(pgRestore, ['--exit-on-error', '--no-owner', '--no-privileges', file], url)
          return digestsOf(url)
        })
        return { before: await digestTables(session, await listTables(session)), after: restored }
      }),
    )
    const found = differences(before, after)
    if (found.length > 0) throw new RestoreCheckError(`The restored database differs: ${found.join('; ')}.`)
    const rows = before.reduce((sum, { rowCount }) => sum + rowCount, 0)
    const kept = options.file === undefined ? '' : ` The backup is ${file}.`
    return `Restored a backup into a fresh database: all ${rows} rows in ${before.length} tables are the same.${kept}`
  } finally {
    rmSync(part, { force: true })
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Creates an empty file for pg_dump to write. A backup contains e-mail addresses: nobody else may ever read it. */
function createPrivateFile(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600))
  } catch (error) {
    throw new RestoreCheckError(
      `The backup can't be written: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
}

function digestsOf(url: string): Promise<TableDigest[]> {
  return withSession(url, (session) =>
    inTextTransaction(session, { isWriter: false }, async () => digestTables(session, await listTables(session))),
  )
}

async function withFreshDatabase<T>(databaseUrl: string, work: (url: string) => Promise<T>): Promise<T> {
  const name = `quizmaster_restore_${randomBytes(8).toString('hex')}`
  const url = new URL(databaseUrl)
  url.pathname = `/${name}`
  return withSession(databaseUrl, async (session) => {
    await session.exec(`create database ${name} template template0`)
    try {
      return await work(url.href)
    } finally {
      await session.exec(`drop database ${name} with (force)`)
    }
  })
}

/** Runs one of PostgreSQL's programs on a database. The password is in its environment, which other users can't see. */
function run(program: string, args: readonly string[], databaseUrl: string): Promise<void> {
  const url = new URL(databaseUrl)
  const password = decodeURIComponent(url.password)
  url.password = ''
  const env = password === '' ? process.env : { ...process.env, PGPASSWORD: password }
  const child = spawn(program, [...args, `--dbname=${url.href}`], { env, stdio: ['ignore', 'ignore', 'pipe'] })
  let output = ''
  child.stderr.on('data', (data: Buffer) => (output += data.toString()))
  return new Promise((done, fail) => {
    child.on('error', () => {
      fail(new RestoreCheckError(`${program} can't be run: install PostgreSQL's client programs.`))
    })
    child.on('close', (code) => {
      if (code === 0) done()
      else fail(new RestoreCheckError(`${program} failed: ${output.trim().split('\n').at(0)}`))
    })
  })
}
