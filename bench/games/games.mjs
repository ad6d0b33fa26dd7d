// Many private games at once, over real HTTP and real sockets: `node bench/games/games.mjs [games] [players] [questions]
// [first answer ms] [last answer ms] [embedded|postgres]`. Run by hand; the server has one core, the players the other.
import { WebSocket } from 'ws'
import { run } from '../../scripts/lib/run.mjs'
import { startPostgres } from '../../scripts/testing/postgres.mjs'
import { createCaller, percentile, startServerUnderTest } from '../lib/server-under-test.mjs'

const [games = 300, players = 6, questions = 10, firstMs = 200, lastMs = 2_700] = process.argv.slice(2, 7).map(Number)
const kind = process.argv[7] ?? 'embedded'
const PORT = 4197
const SIGN_INS_AT_ONCE = 16
const LIMIT_MS = 10 * 60_000

await run(process.execPath, ['scripts/build.mjs'])
const postgres = kind === 'postgres' ? await startPostgres() : null
const env = postgres ? { DATABASE_URL: postgres.url, SECRET_KEY: 'a secret for the bench only' } : {}
const server = await startServerUnderTest({ port: PORT, env, isPinned: true })
const { call, signIn } = createCaller(PORT, server.dataDir)
const acknowledgedMs = []
const lateRefusals = []
/** By game and version: when each player saw it. */
const seenAt = new Map()
let finished = 0

try {
  const emails = Array.from({ length: games * players }, (_, n) => `bench${n}@example.com`)
  const people = await inTurns(emails, SIGN_INS_AT_ONCE, openPlayer)
  const topics = (await call('GET', 'gameplay/api/topic/random_list?count=10')).data.map(({ id }) => id)
  const rooms = Array.from({ length: games }, (_, n) => people.slice(n * players, (n + 1) * players))
  await inTurns(rooms, SIGN_INS_AT_ONCE, (room) => openLobby(room, topics))
  const idleMiB = server.residentMiB()
  const cpuBefore = server.cpuMs()
  await Promise.all(rooms.map(([host]) => post(host, 'game/update', { status: 'starting' })))
  const giveUpAt = Date.now() + LIMIT_MS
  while (finished < people.length && Date.now() < giveUpAt) await sleep(200)
  const cpuMs = server.cpuMs() - cpuBefore
  const spreads = [...seenAt.values()]
    .filter((times) => times.length === players)
    .map((times) => Math.max(...times) - Math.min(...times))
  console.table({
    [`${games} games of ${players}, ${kind}`]: {
      answers: acknowledgedMs.length,
      'refused late': lateRefusals.length,
      'unfinished players': people.length - finished,
      'ack p50 ms': round(percentile(acknowledgedMs, 0.5)),
      'ack p99 ms': round(percentile(acknowledgedMs, 0.99)),
      'spread p50 ms': round(percentile(spreads, 0.5)),
      'spread p99 ms': round(percentile(spreads, 0.99)),
      'CPU s': round(cpuMs / 1000),
      'CPU ms an answer': round(cpuMs / acknowledgedMs.length),
      'idle MiB': idleMiB,
      MiB: server.residentMiB(),
    },
  })
  for (const { socket } of people) socket.terminate()
} finally {
  await server.stop()
  server.removeData()
  await postgres?.stop()
}

/** One player: signed in, connected, following their game. */
async function openPlayer(email) {
  const token = await signIn(email)
  const { data: me } = await call('POST', 'user/api/auth/current_user', { token })
  const { token: socketToken } = await call('GET', 'gameplay/api/token/generate', { token })
  const socket = new WebSocket(
    `ws://127.0.0.1:${PORT}/services/gameplay/socket/websocket?token=${socketToken}&vsn=2.0.0`,
  )
  await new Promise((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('error', reject)
  })
  const player = { token, socket, answeredIndex: -1, isFinished: false }
  socket.on('message', (data) => hear(player, JSON.parse(data.toString())))
  socket.send(JSON.stringify(['1', '1', `active_game:${me.id}`, 'phx_join', {}]))
  player.heartbeat = setInterval(
    () => socket.readyState === 1 && socket.send('[null,"0","phoenix","heartbeat",{}]'),
    30_000,
  ).unref()
  return player
}

async function openLobby([host, ...guests], topics) {
  const { data: game } = await post(host, 'game', { type: 'fun' })
  await post(host, 'game/update', { settings: { topics, question_count: questions } })
  for (const guest of guests) await post(guest, `game/${game.id}/join`)
}

function hear(player, [, , , event, payload]) {
  if (event !== 'game_update' || !payload.game) return
  const { game } = payload
  if (payload.reason === 'question_opened' || payload.reason === 'question_closed') {
    const key = `${game.id} ${game.version}`
    seenAt.set(key, [...(seenAt.get(key) ?? []), performance.now()])
  }
  if (game.status === 'finished' && !player.isFinished) {
    player.isFinished = true
    finished += 1
  }
  const index = game.state.current_question_index
  const isClosed = game.state.answers_info_items[index] !== undefined
  if (game.status === 'running' && !isClosed && player.answeredIndex < index) {
    player.answeredIndex = index
    const waitMs = firstMs + Math.random() * (lastMs - firstMs)
    setTimeout(() => void answer(player, game.questions.at(-1), waitMs), waitMs)
  }
}

async function answer(player, question, spentMs) {
  const chosen = question.answers[Math.floor(Math.random() * question.answers.length)]
  const startedAt = performance.now()
  try {
    await post(player, 'game/commit_answer', { answer: chosen.id, time_spent: Math.round(spentMs) })
    acknowledgedMs.push(performance.now() - startedAt)
  } catch (error) {
    lateRefusals.push(error.message)
  }
}

function post({ token }, path, body = {}) {
  return call('POST', `gameplay/api/${path}`, { token, body })
}

async function inTurns(items, atOnce, work) {
  const results = []
  let next = 0
  const worker = async () => {
    while (next < items.length) {
      const index = next++
      results[index] = await work(items[index])
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return results
}

function round(number) {
  return Math.round(number * 100) / 100
}

function sleep(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
