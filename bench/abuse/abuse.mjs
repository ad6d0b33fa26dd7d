// What two attacks cost other players, on the embedded database: `npm run bench:abuse -- [erasure|snapshots]`.
//
// erasure: an account with 30,000 archived games is deleted.
// snapshots: a player of a finished game of 50 players and 30 questions asks for it on 20 sockets, 200 times a second.
import { randomUUID } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { run } from '../../scripts/lib/run.mjs'
import { leaveServerCore, takeAnyCore } from '../lib/machine.mjs'
import { createCaller, startServerUnderTest } from '../lib/server-under-test.mjs'
import { startBystander } from './bystander.mjs'
import { countGamesNaming, seedAccounts, seedArchivedLobbies, seedFinishedGame, withDatabase } from './seed.mjs'

const PORT = 4198
const GAMES = 30_000
const PLAYERS = 50
const QUESTIONS = 30
const SOCKETS = 20
const ASK_EVERY_MS = 100
const MEASURE_MS = 10_000
const BACKGROUND_MS = 60_000

/** Starts a server on a seeded folder, signs in the attacker and a bystander, and runs the attack. */
async function measure(seed, attack) {
  const dataDir = mkdtempSync(join(tmpdir(), 'quizmaster-abuse-'))
  const attacker = await withDatabase(dataDir, seed)
  const server = await startServerUnderTest({ port: PORT, dataDir, isPinned: true })
  leaveServerCore()
  try {
    const { call, mailedCode, signIn } = createCaller(PORT, dataDir)
    const [token, other] = [await signIn(attacker.email), await signIn('bystander@example.com')]
    const bystander = startBystander(() => call('POST', 'user/api/auth/current_user', { token: other }))
    await sleep(2_000)
    await bystander.figures()
    await sleep(MEASURE_MS)
    const before = await bystander.figures()
    const rows = await attack({ call, mailedCode, token, attacker, bystander, dataDir })
    bystander.stop()
    await server.stop()
    const left = await withDatabase(dataDir, (db) => countGamesNaming(db, attacker.name))
    console.table({ 'before the attack': before, ...rows })
    console.log(`games that still show the attacker's name: ${left}`)
  } finally {
    takeAnyCore()
    await server.stop()
    server.removeData()
  }
}

async function eraseAccount({ call, mailedCode, token, attacker, bystander }) {
  const code = await mailedCode(attacker.email)
  const startedAt = performance.now()
  await call('POST', 'user/api/account/delete', { token, body: { email: attacker.email, code } })
  const tookMs = Math.round(performance.now() - startedAt)
  const during = await bystander.figures()
  await sleep(BACKGROUND_MS)
  return { [`account/delete, ${tookMs} ms`]: during, 'the minute after': await bystander.figures() }
}

async function askForSnapshots({ call, token, attacker, bystander }) {
  const sockets = await Promise.all(
    Array.from({ length: SOCKETS }, async () => {
      const { token: ticket } = await call('GET', 'gameplay/api/token/generate', { token })
      return openSocket(ticket, attacker.id)
    }),
  )
  await sleep(1_000)
  await bystander.figures()
  const asking = sockets.map(({ ask }) => setInterval(ask, ASK_EVERY_MS))
  await sleep(MEASURE_MS)
  const under = await bystander.figures()
  for (const timer of asking) clearInterval(timer)
  const total = (key) => sockets.reduce((sum, socket) => sum + socket.counts[key], 0)
  const [asked, bytes, closed] = [total('asked'), total('bytes'), total('closed')]
  for (const { socket } of sockets) socket.terminate()
  const megabytes = Math.round(bytes / 1e5) / 10
  return { [`${asked} asked, ${megabytes} MB sent, ${closed} of ${SOCKETS} sockets closed`]: under }
}

async function openSocket(ticket, userId) {
  const socket = new WebSocket(`ws://127.0.0.1:${PORT}/services/gameplay/socket/websocket?token=${ticket}&vsn=2.0.0`)
  const counts = { asked: 0, bytes: 0, closed: 0 }
  socket.on('message', (data) => void (counts.bytes += data.length))
  socket.on('close', () => void (counts.closed += 1))
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  const topic = `active_game:${userId}`
  socket.send(JSON.stringify(['1', '1', topic, 'phx_join', {}]))
  const ask = () => {
    if (socket.readyState !== WebSocket.OPEN) return
    counts.asked += 1
    socket.send(JSON.stringify(['1', randomUUID(), topic, 'get_active_game', { user_id: userId }]))
  }
  return { socket, counts, ask }
}

const ATTACKS = {
  erasure: () =>
    measure(async (db) => {
      const [attacker] = await seedAccounts(db, ['attacker@example.com', 'bystander@example.com'])
      await seedArchivedLobbies(db, attacker, GAMES)
      return attacker
    }, eraseAccount),
  snapshots: () =>
    measure(async (db) => {
      const emails = Array.from({ length: PLAYERS }, (_, n) => `player${n}@example.com`)
      const accounts = await seedAccounts(db, [...emails, 'bystander@example.com'])
      await seedFinishedGame(db, accounts.slice(0, PLAYERS), QUESTIONS)
      return accounts[0]
    }, askForSnapshots),
}

await run(process.execPath, ['scripts/build.mjs'])
for (const name of process.argv[2] ? [process.argv[2]] : Object.keys(ATTACKS)) await ATTACKS[name]()
