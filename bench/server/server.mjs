// Start time, memory and calls a second of the built server, embedded and on PostgreSQL: `node bench/server/server.mjs`.
// Run by hand, on a machine with nothing else to do; compare figures of one run with each other.
import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root, run } from '../../scripts/lib/run.mjs'
import { startPostgres } from '../../scripts/testing/postgres.mjs'

const SECONDS = Number(process.argv[2] ?? 5)
const AT_ONCE = 16
const PORT = 4199
const BASE = `http://127.0.0.1:${PORT}/services`

async function main() {
  await run(process.execPath, ['scripts/build.mjs'])
  const postgres = await startPostgres()
  const rows = []
  try {
    rows.push(await measure('embedded', {}))
    const secret = { SECRET_KEY: 'a secret for the bench only' }
    rows.push(await measure('PostgreSQL', { DATABASE_URL: postgres.url, ...secret }))
  } finally {
    await postgres.stop()
  }
  console.table(Object.fromEntries(rows.map(({ name, ...figures }) => [name, figures])))
}

async function measure(name, env) {
  const dataDir = mkdtempSync(join(tmpdir(), 'quizmaster-bench-'))
  try {
    const first = await start(dataDir, env)
    await first.stop()
    const second = await start(dataDir, env)
    await new Promise((resolve) => setTimeout(resolve, 5_000))
    const idleMiB = residentMiB(second.pid)
    const token = await signIn(dataDir)
    const call = (path, body) => post(path, body, token)
    const lists = await perSecond(() => call('gameplay/api/question/random_list', { topics: null, count: 10 }))
    const questions = (await call('gameplay/api/question/random_list', { topics: null, count: 50 })).data
    let n = 0
    const verifies = await perSecond(() => {
      const question = questions[n++ % questions.length]
      return call('gameplay/api/question/verify_answer', {
        question_id: question.id,
        answer_id: question.answers[0].id,
      })
    })
    const figures = {
      'first start s': first.seconds,
      'second start s': second.seconds,
      'idle MiB': idleMiB,
      'random_list/s': lists,
      'verify_answer/s': verifies,
      'busy MiB': residentMiB(second.pid),
    }
    await second.stop()
    return { name, ...figures }
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function start(dataDir, env) {
  const startedAt = performance.now()
  const child = spawn(process.execPath, ['dist/server.mjs'], {
    cwd: root,
    env: { ...process.env, PORT: String(PORT), DATA_DIR: dataDir, LOG_LEVEL: 'warn', TRUST_PROXY: '1', ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  while (!(await fetch(`http://127.0.0.1:${PORT}/readyz`).catch(() => null))?.ok) {
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  const seconds = Number(((performance.now() - startedAt) / 1000).toFixed(2))
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const stop = () => {
    child.kill('SIGTERM')
    return ended
  }
  return { seconds, pid: child.pid, stop }
}

function residentMiB(pid) {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
  return Math.round(Number(kilobytes) / 1024)
}

async function signIn(dataDir) {
  const email = 'bench@example.com'
  await post('user/api/request_code', { email })
  const outbox = join(dataDir, 'outbox')
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, 100))
    const [mail] = await Promise.resolve(readdirSync(outbox)).catch(() => [])
    if (!mail) continue
    const code = /\b\d{6}\b/.exec(readFileSync(join(outbox, mail), 'utf8'))[0]
    return (await post('user/api/verify_code', { email, code })).token
  }
}

let caller = 0

async function post(path, body, token) {
  caller += 1
  const response = await fetch(`${BASE}/${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      // Many players, not one who meets the limit of calls a minute.
      'x-forwarded-for': `10.${(caller >> 16) & 255}.${(caller >> 8) & 255}.${caller & 255}`,
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${path} answered ${response.status}`)
  return response.json()
}

/** Calls a second with 16 under way at once. */
async function perSecond(call) {
  const endsAt = performance.now() + SECONDS * 1000
  let calls = 0
  const work = async () => {
    while (performance.now() < endsAt) {
      await call()
      calls += 1
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return Math.round(calls / SECONDS)
}

await main()
