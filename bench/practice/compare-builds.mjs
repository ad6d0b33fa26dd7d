// Whether a change makes answers in practice dearer: `npm run bench:practice-builds -- <before.mjs> <after.mjs>
// [rounds] [answers a block]`, with two builds of the server (`dist/server.mjs`) on PostgreSQL. Both run at once, each with
// a database of its own, and take turns: before, after, after, before. So a busy machine disturbs both alike, and each round
// gives one ratio. Counts the CPU of the server and of its PostgreSQL, and half of the answers' times.
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { startPostgres } from '../../scripts/testing/postgres.mjs'
import { createCaller, startServerUnderTest } from '../lib/server-under-test.mjs'
import { percentile } from '../lib/statistics.mjs'

const bundles = process.argv.slice(2, 4)
const [roundCount = 40, blockSize = 100] = process.argv.slice(4).map(Number)
const FIRST_PORT = 4194
const AT_ONCE = 4
const SIGN_INS_AT_ONCE = 8
const QUESTIONS_A_DRAW = 50
const DRAWS_A_PLAYER = 8
/** Not measured: the server's code is compiled during its first thousands of answers, and most ratings are new. */
const WARM_UP_BLOCKS = 100
/** Answers that come sooner than a second after the draw are handled like those of a script: they are not rated. */
const PAUSE_MS = 1_200

async function openSide(bundle, index) {
  const postgres = await startPostgres()
  const env = { DATABASE_URL: postgres.url, SECRET_KEY: 'a secret for the bench only', MAIL_BUDGET: '999999' }
  const port = FIRST_PORT + index
  const server = await startServerUnderTest({ port, bundle, env })
  const { call, signIn } = createCaller(port, server.dataDir)
  const answers = (2 * roundCount + WARM_UP_BLOCKS) * blockSize
  const draws = Math.ceil(answers / QUESTIONS_A_DRAW)
  const asked = []
  await atOnce(SIGN_INS_AT_ONCE, Math.ceil(draws / DRAWS_A_PLAYER), async (n) => {
    const token = await signIn(`bench${n}@example.com`)
    for (let draw = 0; draw < DRAWS_A_PLAYER; draw += 1) {
      const body = { topics: null, count: QUESTIONS_A_DRAW }
      const { data } = await call('POST', 'gameplay/api/question/random_list', { token, body })
      for (const question of data) {
        asked.push({ token, body: { question_id: question.id, answer_id: question.answers[0].id } })
      }
    }
  })
  // Neighbouring answers are of different players.
  asked.sort((a, b) => (a.body.answer_id < b.body.answer_id ? -1 : 1))
  return { postgres, server, call, asked }
}

async function playBlock(side) {
  const block = side.asked.splice(0, blockSize)
  const latencies = []
  const cpuBefore = cpuMs(side)
  await atOnce(AT_ONCE, block.length, async (n) => {
    const startedAt = performance.now()
    await side.call('POST', 'gameplay/api/question/verify_answer', block[n])
    latencies.push(performance.now() - startedAt)
  })
  const cpuAfter = cpuMs(side)
  return {
    server: cpuAfter.server - cpuBefore.server,
    database: cpuAfter.database - cpuBefore.database,
    p50: percentile(latencies, 0.5),
  }
}

/** CPU time used so far, in milliseconds. */
function cpuMs({ server, postgres }) {
  // Each connection has a process of PostgreSQL's.
  const children = readFileSync(`/proc/${postgres.pid}/task/${postgres.pid}/children`, 'utf8').trim().split(' ')
  return {
    server: threadsMs(server.pid),
    database: [postgres.pid, ...children].reduce((sum, pid) => sum + threadsMs(pid), 0),
  }
}

/** Of all threads of a process; Linux counts it in nanoseconds here, and in ticks of 10 ms in `stat`. */
function threadsMs(pid) {
  try {
    return readdirSync(`/proc/${pid}/task`).reduce(
      (sum, task) => sum + Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8').split(' ')[0]) / 1e6,
      0,
    )
  } catch {
    return 0
  }
}

/** Does `work` for 0 to `count` − 1, so many at once. */
async function atOnce(limit, count, work) {
  let next = 0
  const worker = async () => {
    while (next < count) await work(next++)
  }
  await Promise.all(Array.from({ length: limit }, worker))
}

/** The median of the rounds' ratios, and the interval that holds the true one with 95%, by the binomial distribution. */
function ratioOf(rounds, figure) {
  const ratios = rounds.map(({ before, after }) => figure(after) / figure(before)).toSorted((a, b) => a - b)
  const reach = Math.ceil(0.98 * Math.sqrt(ratios.length))
  const middle = Math.floor(ratios.length / 2)
  const [low, median, high] = [middle - reach, middle, middle + reach].map((at) =>
    ratios.at(Math.max(0, at))?.toFixed(3),
  )
  return { ratio: median, from: low, to: high }
}

const mean = (numbers) => numbers.reduce((sum, number) => sum + number, 0) / numbers.length

const sides = []
for (const [index, bundle] of bundles.entries()) sides.push(await openSide(bundle, index))
try {
  await sleep(PAUSE_MS)
  const [old, now] = sides
  for (let block = 0; block < WARM_UP_BLOCKS; block += 1) for (const side of sides) await playBlock(side)
  const played = []
  for (let round = 0; round < roundCount; round += 1) {
    const blocks = []
    for (const side of [old, now, now, old]) blocks.push(await playBlock(side))
    const sum = (a, b) => Object.fromEntries(Object.keys(a).map((key) => [key, a[key] + b[key]]))
    played.push({ before: sum(blocks[0], blocks[3]), after: sum(blocks[1], blocks[2]) })
  }
  const perAnswer = (figure, side) => (mean(played.map((round) => figure(round[side]))) / 2 / blockSize).toFixed(3)
  const rows = {
    'CPU, server': ({ server }) => server,
    'CPU, PostgreSQL': ({ database }) => database,
    'CPU, both': ({ server, database }) => server + database,
    'half of the times': ({ p50 }) => p50 * blockSize,
  }
  console.table(
    Object.fromEntries(
      Object.entries(rows).map(([name, figure]) => [
        `${name}, ms an answer`,
        { before: perAnswer(figure, 'before'), after: perAnswer(figure, 'after'), ...ratioOf(played, figure) },
      ]),
    ),
  )
} finally {
  for (const { server, postgres } of sides) {
    await server.stop()
    server.removeData()
    await postgres.stop()
  }
}
