import { WebSocket } from 'ws'
import { startPostgres } from '../../scripts/testing/postgres.mjs'
import { createCaller, percentile, startServerUnderTest } from '../lib/server-under-test.mjs'

const PORT = 4197
const SIGN_INS_AT_ONCE = 16
const LIMIT_MS = 10 * 60_000

/**
 * Plays so many games at once on a fresh server, every player answering between `firstMs` and `lastMs` after a question
 * opens; gives one row of figures.
 */
export async function playGames({ kind, ...shape }) {
  const postgres = kind === 'postgres' ? await startPostgres() : null
  const env = postgres ? { DATABASE_URL: postgres.url, SECRET_KEY: 'a secret for the bench only' } : {}
  const server = await startServerUnderTest({ port: PORT, env, isPinned: true })
  try {
    return await measure(server, shape)
  } finally {
    await server.stop()
    server.removeData()
    await postgres?.stop()
  }
}

async function measure(server, shape) {
  const { games, players } = shape
  const { call, signIn } = createCaller(PORT, server.dataDir)
  const post = ({ token }, path, body = {}) => call('POST', `gameplay/api/${path}`, { token, body })
  const figures = { acknowledgedMs: [], refusedLate: 0, finished: 0, seenAt: new Map() }
  const emails = Array.from({ length: games * players }, (_, n) => `bench${n}@example.com`)
  const people = await inTurns(emails, SIGN_INS_AT_ONCE, async (email) =>
    openPlayer({ call, post, figures, shape }, await signIn(email)),
  )
  const topics = (await call('GET', 'gameplay/api/topic/random_list?count=10')).data.map(({ id }) => id)
  const rooms = Array.from({ length: games }, (_, n) => people.slice(n * players, (n + 1) * players))
  await inTurns(rooms, SIGN_INS_AT_ONCE, async ([host, ...guests]) => {
    const { data: game } = await post(host, 'game', { type: 'fun' })
    await post(host, 'game/update', { settings: { topics, question_count: shape.questions } })
    for (const guest of guests) await post(guest, `game/${game.id}/join`)
  })
  const idleMiB = server.residentMiB()
  const cpuBefore = server.cpuMs()
  await Promise.all(rooms.map(([host]) => post(host, 'game/update', { status: 'starting' })))
  const giveUpAt = Date.now() + LIMIT_MS
  while (figures.finished < people.length && Date.now() < giveUpAt) await sleep(200)
  const row = rowOf(figures, players, server.cpuMs() - cpuBefore)
  for (const { socket } of people) socket.terminate()
  const unfinished = people.length - figures.finished
  return { ...row, 'unfinished players': unfinished, 'idle MiB': idleMiB, MiB: server.residentMiB() }
}

function rowOf({ acknowledgedMs, refusedLate, seenAt }, players, cpuMs) {
  const spreads = [...seenAt.values()]
    .filter((times) => times.length === players)
    .map((times) => Math.max(...times) - Math.min(...times))
  return {
    answers: acknowledgedMs.length,
    'refused late': refusedLate,
    'ack p50 ms': round(percentile(acknowledgedMs, 0.5)),
    'ack p99 ms': round(percentile(acknowledgedMs, 0.99)),
    'spread p50 ms': round(percentile(spreads, 0.5)),
    'spread p99 ms': round(percentile(spreads, 0.99)),
    'CPU s': round(cpuMs / 1000),
    'CPU ms an answer': round(cpuMs / acknowledgedMs.length),
  }
}

/** One player: signed in, connected, following their game. */
async function openPlayer(bench, token) {
  const { data: me } = await bench.call('POST', 'user/api/auth/current_user', { token })
  const { token: socketToken } = await bench.call('GET', 'gameplay/api/token/generate', { token })
  const socket = new WebSocket(
    `ws://127.0.0.1:${PORT}/services/gameplay/socket/websocket?token=${socketToken}&vsn=2.0.0`,
  )
  await new Promise((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('error', reject)
  })
  const player = { token, socket, answeredIndex: -1, isFinished: false }
  socket.on('message', (data) => hear(bench, player, JSON.parse(data.toString())))
  socket.send(JSON.stringify(['1', '1', `active_game:${me.id}`, 'phx_join', {}]))
  player.heartbeat = setInterval(
    () => socket.readyState === 1 && socket.send('[null,"0","phoenix","heartbeat",{}]'),
    30_000,
  ).unref()
  return player
}

function hear(bench, player, [, , , event, payload]) {
  if (event !== 'game_update' || !payload.game) return
  const { figures, shape } = bench
  const { game } = payload
  if (payload.reason === 'question_opened' || payload.reason === 'question_closed') {
    const key = `${game.id} ${game.version}`
    figures.seenAt.set(key, [...(figures.seenAt.get(key) ?? []), performance.now()])
  }
  if (game.status === 'finished' && !player.isFinished) {
    player.isFinished = true
    figures.finished += 1
  }
  const index = game.state.current_question_index
  const isClosed = game.state.answers_info_items[index] !== undefined
  if (game.status === 'running' && !isClosed && player.answeredIndex < index) {
    player.answeredIndex = index
    const waitMs = shape.firstMs + Math.random() * (shape.lastMs - shape.firstMs)
    setTimeout(() => void answer(bench, player, game.questions.at(-1), waitMs), waitMs)
  }
}

async function answer({ post, figures }, player, question, spentMs) {
  const chosen = question.answers[Math.floor(Math.random() * question.answers.length)]
  const startedAt = performance.now()
  try {
    await post(player, 'game/commit_answer', { answer: chosen.id, time_spent: Math.round(spentMs) })
    figures.acknowledgedMs.push(performance.now() - startedAt)
  } catch {
    figures.refusedLate += 1
  }
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
