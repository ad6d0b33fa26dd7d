import { WebSocket } from 'ws'
import { startPostgres } from '../../scripts/testing/postgres.mjs'
import { startValkey } from '../../scripts/testing/valkey.mjs'
import { busyMs, leaveServerCore, takeAnyCore } from '../lib/machine.mjs'
import { createCaller, percentile, startServerUnderTest } from '../lib/server-under-test.mjs'
import { createAnswerer } from './answerer.mjs'
import { createFollower } from './follow.mjs'
import { openStages } from './stages.mjs'

export const PORT = 4197
const SIGN_INS_AT_ONCE = 16
const STARTS_AT_ONCE = 100
const LIMIT_MS = 10 * 60_000

/**
 * Plays this many games at once on a fresh server, with every player answering between `firstMs` and `lastMs` after a
 * question opens, and then a rematch of each on the warm server. `stages` is how many big screens show each game,
 * `settings` are further settings of the server. With `processes` there are several servers with one PostgreSQL and one
 * Valkey: the players of a game are all on the same one, or, with `isMixed`, on each of them in turn. Returns one row of
 * figures for each round.
 */
export async function playGames({ kind, settings = {}, ...shape }) {
  const { processes = 1, hasBus = processes > 1 } = shape
  const postgres = kind === 'postgres' ? await startPostgres() : null
  const valkey = hasBus ? await startValkey() : null
  const database = postgres ? { DATABASE_URL: postgres.url, SECRET_KEY: 'a secret for the bench only' } : {}
  // Everybody signs in within a minute.
  const env = { MAIL_BUDGET: '999999', ...database, ...(valkey && { VALKEY_URL: valkey.url }), ...settings }
  const servers = await startServers(processes, env)
  leaveServerCore()
  try {
    const callers = servers.map(({ port, dataDir }) => createCaller(port, dataDir))
    const { call, signIn } = callers[0]
    const answerers = servers.map(({ port }) => createAnswerer(port))
    const bench = {
      call,
      signIn,
      post: ({ token, server }, path, body = {}) =>
        callers[server].call('POST', `gameplay/api/${path}`, { token, body }),
      shape,
      answer: (player, commit) => answerers[player.server](player, commit),
      follow: createFollower(),
      figures: null,
    }
    const lobbies = await openLobbies(bench)
    const stages = await openStages(bench, lobbies, PORT)
    const first = await measure(servers, bench, lobbies)
    await inTurns(lobbies, SIGN_INS_AT_ONCE, ([host]) => bench.post(host, 'game/rematch'))
    const again = await measure(servers, bench, lobbies)
    for (const { socket } of [...lobbies.flat(), ...stages]) socket.terminate()
    return { first, again }
  } finally {
    takeAnyCore()
    await Promise.all(servers.map((server) => server.stop()))
    servers[0].removeData()
    await valkey?.stop()
    await postgres?.stop()
  }
}

/** One after the other, since the first one migrates. They share the folder of mails. A single one has its own core. */
async function startServers(count, env) {
  const servers = []
  for (let index = 0; index < count; index += 1) {
    const port = PORT + index
    const dataDir = servers[0]?.dataDir
    const server = await startServerUnderTest({ port, env, isPinned: count === 1, ...(dataDir && { dataDir }) })
    servers.push({ ...server, port })
  }
  return servers
}

/** Opens the lobbies. Returns the players of each, the host first. */
async function openLobbies(bench) {
  const { games, players, questions, processes = 1, isMixed = false } = bench.shape
  const serverOf = (n) => (isMixed ? n : Math.floor(n / players)) % processes
  const emails = Array.from({ length: games * players }, (_, n) => `bench${n}@example.com`)
  const people = await inTurns(emails, SIGN_INS_AT_ONCE, async (email, n) =>
    openPlayer(bench, await bench.signIn(email), serverOf(n), `11.${n >> 16}.${(n >> 8) & 255}.${n & 255}`),
  )
  const topics = (await bench.call('GET', 'gameplay/api/topic/random_list?count=10')).data.map(({ id }) => id)
  const lobbies = Array.from({ length: games }, (_, n) => people.slice(n * players, (n + 1) * players))
  await inTurns(lobbies, SIGN_INS_AT_ONCE, async ([host, ...guests]) => {
    const { data: game } = await bench.post(host, 'game', { type: 'fun' })
    await bench.post(host, 'game/update', { settings: { topics, question_count: questions } })
    for (const guest of guests) await bench.post(guest, `game/${game.id}/join`)
  })
  return lobbies
}

async function measure(servers, bench, lobbies) {
  const figures = {
    acknowledged: [],
    refused: 0,
    finished: 0,
    seenAt: new Map(),
    stageSeenAt: new Map(),
    stageTimes: new Map(),
  }
  bench.figures = figures
  const residentMiB = () => Math.max(...servers.map((server) => server.residentMiB()))
  const idleMiB = residentMiB()
  const before = cpuOf(servers)
  await inTurns(lobbies, STARTS_AT_ONCE, ([host]) => bench.post(host, 'game/update', { status: 'starting' }))
  const playerCount = lobbies.flat().length
  const giveUpAt = Date.now() + LIMIT_MS
  while (figures.finished < playerCount && Date.now() < giveUpAt) await sleep(200)
  const after = cpuOf(servers)
  const used = Object.fromEntries(Object.entries(after).map(([who, ms]) => [who, ms - before[who]]))
  const row = rowOf(figures, bench.shape, used)
  return { ...row, unfinished: playerCount - figures.finished, 'idle MiB': idleMiB, MiB: residentMiB() }
}

/** CPU time so far, in milliseconds. `rest` is the system and, unless embedded, the database. */
function cpuOf(servers) {
  const { user, system } = process.cpuUsage()
  const players = (user + system) / 1_000
  const server = servers.reduce((sum, each) => sum + each.cpuMs(), 0)
  return { server, players, rest: busyMs() - server - players }
}

function rowOf({ acknowledged, refused, seenAt, stageSeenAt, stageTimes }, { players, questions, stages = 0 }, used) {
  const acknowledgedMs = acknowledged.map(({ ms }) => ms)
  const firstMs = acknowledged.filter(({ index }) => index === 0).map(({ ms }) => ms)
  const spreads = [...seenAt]
    .map(([key, times]) => [...times, ...(stageSeenAt.get(key) ?? [])])
    .filter((times) => times.length === players + stages)
    .map((times) => Math.max(...times) - Math.min(...times))
  return {
    answers: acknowledgedMs.length,
    refused,
    'ack p50 ms': round(percentile(acknowledgedMs, 0.5)),
    'ack p99 ms': round(percentile(acknowledgedMs, 0.99)),
    'of the first question': round(percentile(firstMs, 0.99)),
    'spread p50 ms': round(percentile(spreads, 0.5)),
    'spread p99 ms': round(percentile(spreads, 0.99)),
    ...(stages > 0 && {
      'changes of phase seen by all': spreads.length,
      'most updates of a stage in 1 s': mostInASecond(stageTimes),
    }),
    'CPU ms an answer': round(used.server / acknowledgedMs.length),
    'CPU s a question': round(used.server / 1_000 / questions),
    'CPU s server': round(used.server / 1_000),
    players: round(used.players / 1_000),
    rest: round(used.rest / 1_000),
  }
}

/** One player: signed in, connected, following their game. */
async function openPlayer(bench, token, server, address) {
  const { data: me } = await bench.call('POST', 'user/api/auth/current_user', { token })
  const { token: socketToken } = await bench.call('GET', 'gameplay/api/token/generate', { token })
  const socket = new WebSocket(
    `ws://127.0.0.1:${PORT + server}/services/gameplay/socket/websocket?token=${socketToken}&vsn=2.0.0`,
  )
  await new Promise((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('error', reject)
  })
  const player = { token, server, address, socket, answered: '', finished: '' }
  socket.on('message', (data) => onUpdate(bench, player, bench.follow(data)))
  socket.send(JSON.stringify(['1', '1', `active_game:${me.id}`, 'phx_join', {}]))
  player.heartbeat = setInterval(
    () => socket.readyState === 1 && socket.send('[null,"0","phoenix","heartbeat",{}]'),
    30_000,
  ).unref()
  return player
}

function onUpdate(bench, player, update) {
  if (!update) return
  const { key, reason, game } = update
  const { figures, shape } = bench
  if (reason === 'question_opened' || reason === 'question_closed') {
    figures.seenAt.set(key, [...(figures.seenAt.get(key) ?? []), performance.now()])
  }
  if (game.status === 'finished' && player.finished !== game.id) {
    player.finished = game.id
    figures.finished += 1
  }
  const index = game.state.current_question_index
  const isClosed = game.state.answers_info_items[index] !== undefined
  const question = `${game.id} ${index}`
  if (game.status === 'running' && !isClosed && player.answered !== question) {
    player.answered = question
    const waitMs = shape.firstMs + Math.random() * (shape.lastMs - shape.firstMs)
    setTimeout(() => void answer(bench, player, { ...game.questions.at(-1), index }, waitMs), waitMs)
  }
}

async function answer({ answer: commit, figures }, player, question, spentMs) {
  const chosen = question.answers[Math.floor(Math.random() * question.answers.length)]
  try {
    const ms = await commit(player, { answer: chosen.id, time_spent: Math.round(spentMs) })
    figures.acknowledged.push({ index: question.index, ms })
  } catch (error) {
    figures.refused += 1
    if (figures.refused <= 3) console.error(error.message)
  }
}

async function inTurns(items, atOnce, work) {
  const results = []
  let next = 0
  const worker = async () => {
    while (next < items.length) {
      const index = next++
      results[index] = await work(items[index], index)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return results
}

/** The most updates that any of these stages got within a second. */
function mostInASecond(stageTimes) {
  let most = 0
  for (const times of stageTimes.values()) {
    times.forEach((startMs, index) => {
      const count = times.slice(index).filter((ms) => ms < startMs + 1_000).length
      most = Math.max(most, count)
    })
  }
  return most
}

function round(number) {
  return Math.round(number * 100) / 100
}

function sleep(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
