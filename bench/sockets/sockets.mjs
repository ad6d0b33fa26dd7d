// Connected players: `node bench/sockets/sockets.mjs [sockets]`. Joins that many sockets, one per player, to one
// process on PostgreSQL, reads its memory, kills it with SIGKILL, starts it again, and measures how long it takes until
// all have joined again with the app's retry waits, and what that costs. The server gets one core, the clients another.
import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { WebSocket } from 'ws'
import { retryWaitMs } from '../../apps/web/src/platform/backoff.ts'
import { run } from '../../scripts/lib/run.mjs'
import { startPostgres } from '../../scripts/testing/postgres.mjs'
import { leaveServerCore } from '../lib/machine.mjs'
import { startServerUnderTest } from '../lib/server-under-test.mjs'
import { percentile } from '../lib/statistics.mjs'

const PORT = 4196
const COUNT = Number(process.argv[2] ?? 10_000)
const OPENS_AT_ONCE = 50
/** How long a supervisor waits before it starts a process again, as in deploy/quizmaster.service. */
const RESTART_AFTER_MS = 2_000

async function main() {
  await run(process.execPath, ['scripts/build.mjs'])
  const postgres = await startPostgres()
  const env = { DATABASE_URL: postgres.url, SECRET_KEY: 'a secret for the bench only' }
  const db = new Client({ connectionString: postgres.url })
  let server = await startServerUnderTest({ port: PORT, env, isPinned: true })
  leaveServerCore()
  try {
    await db.connect()
    const tokens = await addPlayers(db)
    const idleMiB = server.residentMiB()
    const players = tokens.map(({ userId, token }, n) => new Player(n, userId, token))
    await forEachConcurrently(players, (player) => player.start())
    await sleep(5_000)
    const joinedMiB = server.residentMiB()
    const before = await transactions(db)
    await server.stop('SIGKILL')
    const killedAt = performance.now()
    await sleep(RESTART_AFTER_MS)
    server = await startServerUnderTest({ port: PORT, env, isPinned: true, dataDir: server.dataDir })
    const readyAfter = performance.now() - killedAt
    while (players.some(({ isJoined }) => !isJoined)) await sleep(50)
    const back = players.map(({ joinedAt }) => joinedAt - killedAt)
    console.table({
      [`${COUNT} sockets`]: {
        'idle MiB': idleMiB,
        'joined MiB': joinedMiB,
        'ready s': seconds(readyAfter),
        'half back s': seconds(percentile(back, 0.5)),
        'all back s': seconds(Math.max(...back)),
        'failed tries': players.reduce((sum, { failures }) => sum + failures, 0),
        transactions: (await transactions(db)) - before,
        'CPU s': seconds(server.cpuMs()),
        'MiB after': server.residentMiB(),
      },
    })
    for (const player of players) player.stop()
  } finally {
    await db.end()
    await server.stop()
    server.removeData()
    await postgres.stop()
  }
}

/** Adds players with a session each to the database: signing in would take longer than everything else here. */
async function addPlayers(db) {
  const now = Date.now()
  const { rows } = await db.query(
    `insert into app_user (id, email, email_key, display_name, player_number, created_at)
     select gen_random_uuid(), 'socket' || n || '@example.com', 'socket' || n || '@example.com', 'Player ' || n, n % 10000, $1
     from generate_series(1, $2::integer) as n returning id`,
    [now, COUNT],
  )
  const players = rows.map(({ id }, n) => ({ userId: id, token: `socket-token-${n}` }))
  await db.query(
    `insert into session (id, user_id, token_hash, device, created_at, last_seen_at, expires_at)
     select gen_random_uuid(), user_id, hash, 'Firefox', $1, $1, $1 + 7776000000
     from unnest($2::uuid[], $3::bytea[]) as given (user_id, hash)`,
    [now, players.map(({ userId }) => userId), players.map(({ token }) => createHash('sha256').update(token).digest())],
  )
  await db.query('vacuum analyze')
  return players
}

/** How many transactions the database has committed so far. */
async function transactions(db) {
  const { rows } = await db.query('select sum(xact_commit)::integer as count from pg_stat_database')
  return rows[0].count
}

/** One app: a socket to the gameplay service that joins the player's topic and asks for the game whenever it opens. */
class Player {
  isJoined = false
  joinedAt = 0
  failures = 0
  #retry = 0
  #isStopped = false

  constructor(n, userId, token) {
    this.userId = userId
    this.token = token
    this.headers = { 'x-forwarded-for': `11.${n >> 16}.${(n >> 8) & 255}.${n & 255}` }
  }

  async start() {
    const response = await fetch(`http://127.0.0.1:${PORT}/services/gameplay/api/token/generate`, {
      headers: { ...this.headers, authorization: `Bearer ${this.token}` },
    })
    this.socketToken = (await response.json()).token
    await new Promise((resolve) => this.#connect(resolve))
  }

  stop() {
    this.#isStopped = true
    this.socket.terminate()
  }

  #connect(joined) {
    const url = `ws://127.0.0.1:${PORT}/services/gameplay/socket/websocket?token=${this.socketToken}&vsn=2.0.0`
    const socket = new WebSocket(url, { headers: this.headers, perMessageDeflate: false })
    this.socket = socket
    const topic = `active_game:${this.userId}`
    socket.on('open', () => socket.send(JSON.stringify(['1', '1', topic, 'phx_join', {}])))
    socket.on('message', (frame) => {
      const [, ref] = JSON.parse(frame.toString())
      if (ref === '1') socket.send(JSON.stringify(['1', '2', topic, 'get_active_game', { user_id: this.userId }]))
      if (ref !== '2') return
      this.isJoined = true
      this.joinedAt = performance.now()
      this.#retry = 0
      joined?.()
    })
    socket.on('error', () => undefined)
    socket.on('close', () => {
      if (!this.isJoined) this.failures += 1
      this.isJoined = false
      this.#retry += 1
      if (!this.#isStopped) setTimeout(() => this.#connect(joined), retryWaitMs(this.#retry))
    })
  }
}

async function forEachConcurrently(items, work) {
  let next = 0
  const worker = async () => {
    while (next < items.length) await work(items[next++])
  }
  await Promise.all(Array.from({ length: OPENS_AT_ONCE }, worker))
}

const seconds = (ms) => Math.round(ms / 10) / 100

await main()
