import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { freePort } from './free-port.mjs'

const START_TIMEOUT_MS = 120_000

/** For tests, which never crash the server: nothing is forced to disk. */
const NOT_DURABLE = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']

/**
 * Starts a temporary PostgreSQL server for tests, on a free port of 127.0.0.1 and without passwords.
 *
 * @param {{isDurable?: boolean}} options without durability commits don't wait for the disk; benchmarks keep it, to
 *   measure what a real server does
 * @returns {Promise<{url: string, pid: number, stop: () => Promise<void>}>} the URL of the database `postgres`, the
 *   server's process, and a function that stops the server and deletes its data.
 * @throws an Error with one sentence if PostgreSQL is missing and can't be installed.
 */
export async function startPostgres({ isDurable = true } = {}) {
  const { bin, user } = findPostgres()
  const dir = mkdtempSync(join(tmpdir(), 'quizmaster-postgres-'))
  if (user) {
    chownSync(dir, user.uid, user.gid)
    chmodSync(dir, 0o700)
  }
  const data = join(dir, 'data')
  const as = user ? { uid: user.uid, gid: user.gid, cwd: dir } : { cwd: dir }
  const made = spawnSync(
    join(bin, 'initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C'],
    as,
  )
  if (made.status !== 0) throw new Error(`PostgreSQL's initdb failed: ${made.stderr ?? made.error}`)
  const port = await freePort()
  // On a machine with many cores many test files run at once, each with one or more pools of 10 connections.
  const settings = ['max_connections=1000', ...(isDurable ? [] : NOT_DURABLE)].flatMap((setting) => ['-c', setting])
  const args = ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', dir, ...settings]
  const server = spawn(join(bin, 'postgres'), args, { ...as, stdio: ['ignore', 'ignore', 'pipe'] })
  // An aborted test run must not leave the server behind.
  const killServer = () => server.kill('SIGQUIT')
  process.once('exit', killServer)
  const stop = async () => {
    process.off('exit', killServer)
    if (server.exitCode === null && server.signalCode === null) {
      const ended = once(server, 'exit')
      // Fast shutdown: terminates open sessions.
      server.kill('SIGINT')
      await ended
    }
    rmSync(dir, { recursive: true, force: true })
  }
  try {
    await listening(server)
  } catch (error) {
    await stop()
    throw error
  }
  return { url: `postgres://postgres@127.0.0.1:${port}/postgres`, pid: server.pid, stop }
}

/**
 * PostgreSQL's programs, installed if they are missing, and the user who runs them: null for the current user.
 *
 * @returns {{bin: string, user: {uid: number, gid: number} | null}}
 * @throws an Error with one sentence if PostgreSQL is missing and can't be installed.
 */
export function findPostgres() {
  const bin = findBin() ?? installPostgres()
  // PostgreSQL refuses to run as root. Its packages create a user for it.
  const user = process.getuid?.() === 0 ? postgresUser() : null
  return { bin, user }
}

/** The directory of `initdb` and `postgres`: in PATH, or the newest version that Linux or macOS packages installed. */
function findBin() {
  const dirs = (process.env.PATH ?? '').split(delimiter)
  for (const base of ['/usr/lib/postgresql', '/opt/homebrew/opt', '/usr/local/opt']) {
    if (!existsSync(base)) continue
    const versions = readdirSync(base).filter((name) => /^(?:postgresql@)?\d+$/.test(name))
    const byAge = versions.toSorted((a, b) => Number(b.replace(/\D/g, '')) - Number(a.replace(/\D/g, '')))
    dirs.push(...byAge.map((name) => join(base, name, 'bin')))
  }
  return dirs.find((dir) => dir && existsSync(join(dir, 'initdb')) && existsSync(join(dir, 'postgres'))) ?? null
}

function installPostgres() {
  const advice =
    'The tests need PostgreSQL: install it (Debian: apt-get install postgresql; macOS: brew install postgresql).'
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).status !== 0) throw new Error(advice)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const update = () => spawnSync('apt-get', ['update'], { env })
  const install = () => spawnSync('apt-get', ['install', '-y', '--no-install-recommends', 'postgresql'], { env })
  if (install().status !== 0) {
    update()
    install()
  }
  const bin = findBin()
  if (!bin) throw new Error(advice)
  return bin
}

function postgresUser() {
  const [uid, gid] = ['-u', '-g'].map((flag) =>
    Number(String(spawnSync('id', [flag, 'postgres']).stdout).trim() || NaN),
  )
  if (!uid || !gid)
    throw new Error('PostgreSQL does not run as root, and there is no user "postgres": run the tests as another user.')
  return { uid, gid }
}

function listening(server) {
  return new Promise((resolve, reject) => {
    let output = ''
    const timer = setTimeout(() => reject(new Error(`PostgreSQL did not start in time: ${output}`)), START_TIMEOUT_MS)
    server.on('error', reject)
    server.on('exit', () => {
      clearTimeout(timer)
      reject(new Error(`PostgreSQL ended early: ${output}`))
    })
    // Read until the end, or the server would block on a full pipe.
    server.stderr.on('data', (chunk) => {
      if (output.length < 10_000) output += chunk
      if (!output.includes('ready to accept connections')) return
      clearTimeout(timer)
      resolve()
    })
  })
}
