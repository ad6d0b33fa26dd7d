// Start time, memory and calls per second of the built server, embedded and on PostgreSQL:
// `node bench/server/server.mjs`. Run it on an idle machine, and compare only figures of the same run.
import { setTimeout as sleep } from 'node:timers/promises'
import { run } from '../../scripts/lib/run.mjs'
import { startPostgres } from '../../scripts/testing/postgres.mjs'
import { createCaller, startServerUnderTest } from '../lib/server-under-test.mjs'

const SECONDS = Number(process.argv[2] ?? 5)
const CONCURRENCY = 16
const PORT = 4199

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
  const first = await startServerUnderTest({ port: PORT, env })
  await first.stop()
  const second = await startServerUnderTest({ port: PORT, env, dataDir: first.dataDir })
  try {
    await sleep(5_000)
    const idleMiB = second.residentMiB()
    const { call, signIn } = createCaller(PORT, second.dataDir)
    const token = await signIn('bench@example.com')
    const draw = (count) => call('POST', 'gameplay/api/question/random_list', { token, body: { topics: null, count } })
    const lists = await perSecond(() => draw(10))
    const { data: questions } = await draw(50)
    let n = 0
    const verifies = await perSecond(() => {
      const { id, answers } = questions[n++ % questions.length]
      return call('POST', 'gameplay/api/question/verify_answer', {
        token,
        body: { question_id: id, answer_id: answers[0].id },
      })
    })
    return {
      name,
      'first start s': round(first.readyAfterSeconds),
      'second start s': round(second.readyAfterSeconds),
      'idle MiB': idleMiB,
      'random_list/s': lists,
      'verify_answer/s': verifies,
      'busy MiB': second.residentMiB(),
    }
  } finally {
    await second.stop()
    second.removeData()
  }
}

function round(seconds) {
  return Math.round(seconds * 100) / 100
}

/** Calls per second with a concurrency of 16. */
async function perSecond(call) {
  const endsAt = performance.now() + SECONDS * 1000
  let calls = 0
  const worker = async () => {
    while (performance.now() < endsAt) {
      await call()
      calls += 1
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, worker))
  return Math.round(calls / SECONDS)
}

await main()
