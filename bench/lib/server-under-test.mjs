// The built server as a separate process, on one core if there is `taskset`, with its cost read from /proc.
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { root } from '../../scripts/lib/run.mjs'
import { TICKS_A_SECOND } from './machine.mjs'

export { percentile } from './statistics.mjs'

/** The build that `npm start` runs, or another one to measure. */
const SERVER = process.env.SERVER ?? 'dist/server.mjs'
/** Options of Node for the server, such as `--cpu-prof --cpu-prof-dir=/tmp/profiles`. */
const NODE_ARGS = (process.env.NODE_ARGS ?? '').split(' ').filter(Boolean)

/** Starts the server on its own data folder; `isPinned` keeps it on the first core. `bundle` is the build to run. */
export async function startServerUnderTest({
  port,
  bundle = SERVER,
  env = {},
  isPinned = false,
  dataDir = mkdtempSync(join(tmpdir(), 'quizmaster-bench-')),
}) {
  const pin = isPinned && spawnSync('taskset', ['--version'], { stdio: 'ignore' }).status === 0
  const [command, ...args] = [...(pin ? ['taskset', '-c', '0'] : []), process.execPath, ...NODE_ARGS, bundle]
  const startedAt = performance.now()
  const child = spawn(command, args, {
    cwd: root,
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'warn', TRUST_PROXY: '1', ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  while (!(await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null))?.ok) {
    const end = child.exitCode ?? child.signalCode
    if (end !== null) throw new Error(`the server ended with ${end} before it was ready`)
    await sleep(20)
  }
  return {
    dataDir,
    pid: child.pid,
    readyAfterSeconds: (performance.now() - startedAt) / 1000,
    /** The processor time of all threads so far, in milliseconds. */
    cpuMs() {
      const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1].split(' ')
      return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS_A_SECOND
    },
    residentMiB() {
      const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))
      return Math.round(Number(kilobytes) / 1024)
    },
    async stop(signal = 'SIGTERM') {
      child.kill(signal)
      await ended
    },
    removeData: () => rmSync(dataDir, { recursive: true, force: true }),
  }
}

/** Calls the services, each time from a different address. */
export function createCaller(port, dataDir) {
  let caller = 0
  async function call(method, path, { body, token } = {}) {
    caller += 1
    const response = await fetch(`http://127.0.0.1:${port}/services/${path}`, {
      method,
      headers: {
        'x-forwarded-for': `10.${(caller >> 16) & 255}.${(caller >> 8) & 255}.${caller & 255}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const answer = await response.json()
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${JSON.stringify(answer)}`)
    return answer
  }

  /** Requests a code and returns it from the mail. */
  async function mailedCode(email) {
    const mails = () => mailNames(dataDir).filter((mail) => mail.endsWith(`-${email}.eml`))
    const earlier = mails().length
    await call('POST', 'user/api/request_code', { body: { email } })
    for (;;) {
      await sleep(50)
      const name = mails().toSorted()[earlier]
      if (name) return /\b\d{6}\b/.exec(readFileSync(join(dataDir, 'outbox', name), 'utf8'))[0]
    }
  }

  async function signIn(email) {
    const code = await mailedCode(email)
    return (await call('POST', 'user/api/verify_code', { body: { email, code } })).token
  }

  return { call, mailedCode, signIn }
}

function mailNames(dataDir) {
  try {
    return readdirSync(join(dataDir, 'outbox')).filter((name) => !name.startsWith('.'))
  } catch {
    return []
  }
}
