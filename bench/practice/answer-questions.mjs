import { setTimeout as sleep } from 'node:timers/promises'
import { startPostgres } from '../../scripts/testing/postgres.mjs'
import { busyMs, leaveServerCore, takeAnyCore } from '../lib/machine.mjs'
import { createCaller, startServerUnderTest } from '../lib/server-under-test.mjs'
import { percentile } from '../lib/statistics.mjs'

const PORT = 4196
const AT_ONCE = 16
const QUESTIONS_A_DRAW = 50
/** Answers that come sooner than a second after the draw are handled like those of a script: they are not rated. */
const PAUSE_MS = 1_200

/**
 * Has players answer this many questions each on a fresh server, every question once and at random, and then as many again
 * on the warm server. `questions` is a multiple of 50. Returns one row of figures for each round.
 */
export async function answerQuestions({ kind, players, questions }) {
  const postgres = kind === 'postgres' ? await startPostgres() : null
  const env = postgres ? { DATABASE_URL: postgres.url, SECRET_KEY: 'a secret for the bench only' } : {}
  const server = await startServerUnderTest({ port: PORT, env, isPinned: true })
  leaveServerCore()
  try {
    const { call, signIn } = createCaller(PORT, server.dataDir)
    const tokens = []
    await atOnce(players, async (n) => tokens.push(await signIn(`bench${n}@example.com`)))
    const first = await measure(server, call, tokens, questions)
    const again = await measure(server, call, tokens, questions)
    return { first, again }
  } finally {
    takeAnyCore()
    await server.stop()
    server.removeData()
    await postgres?.stop()
  }
}

async function measure(server, call, tokens, questions) {
  const asked = []
  await atOnce((tokens.length * questions) / QUESTIONS_A_DRAW, async (n) => {
    const token = tokens[n % tokens.length]
    const body = { topics: null, count: QUESTIONS_A_DRAW }
    const { data } = await call('POST', 'gameplay/api/question/random_list', { token, body })
    for (const { id, answers } of data) asked.push({ token, body: { question_id: id, answer_id: answers[0].id } })
  })
  await sleep(PAUSE_MS)
  const latencies = []
  let right = 0
  const before = { server: server.cpuMs(), all: busyMs() - ownMs() }
  await atOnce(asked.length, async (n) => {
    const startedAt = performance.now()
    const { data } = await call('POST', 'gameplay/api/question/verify_answer', asked[n])
    latencies.push(performance.now() - startedAt)
    if (data.is_correct) right += 1
  })
  const serverMs = server.cpuMs() - before.server
  return {
    answers: asked.length,
    right,
    'p50 ms': round(percentile(latencies, 0.5)),
    'p99 ms': round(percentile(latencies, 0.99)),
    'CPU ms an answer': round(serverMs / asked.length),
    // The system and, unless embedded, the database.
    rest: round((busyMs() - ownMs() - before.all - serverMs) / asked.length),
  }
}

/** Processor time of this process, in milliseconds. */
function ownMs() {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

/** Does `work` for 0 to `count` − 1, 16 at once. */
async function atOnce(count, work) {
  let next = 0
  const worker = async () => {
    while (next < count) await work(next++)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}

function round(number) {
  return Math.round(number * 1_000) / 1_000
}
