import { randomBytes } from 'node:crypto'
import type { Server } from 'node:http'
import type { Game } from '@quizmaster/contract/http/games'
import type { UserId } from '@quizmaster/contract/ids'
import { expect, test } from '@playwright/test'
import { Client } from 'pg'
import { unpackLastRelease } from './support/last-release.ts'
import { startNodeProxy } from './support/node-proxy.ts'
import { freePort } from '../scripts/testing/free-port.mjs'
import { QuizServer } from './support/quiz-server.ts'
import { answerKey, WirePlayer } from './support/wire-player.ts'

const QUESTIONS = 5

const postgresUrl = process.env['TEST_DATABASE_URL']
const servers: QuizServer[] = []
const players: WirePlayer[] = []
let proxy: Server | null = null

test.afterEach(async () => {
  for (const player of players.splice(0)) player.disconnect()
  proxy?.close()
  proxy?.closeAllConnections()
  for (const server of servers.splice(0)) await server.dispose()
})

async function createDatabase(server: string): Promise<string> {
  const name = `upgrade_${randomBytes(6).toString('hex')}`
  const admin = new Client({ connectionString: server })
  await admin.connect()
  await admin.query(`create database ${name}`)
  await admin.end()
  return Object.assign(new URL(server), { pathname: `/${name}` }).href
}

/** Two players' game, started by the first of them. Resolves with its id once both have had an answer acknowledged. */
async function startGame(host: WirePlayer, guest: WirePlayer): Promise<string> {
  const { id } = await host.call<Game>('game', { type: 'fun', is_forced: true })
  const response = await fetch(`http://localhost:${host.port}/services/gameplay/api/topic/random_list?count=3`)
  const topics = ((await response.json()) as { data: { id: string }[] }).data.map((topic) => topic.id)
  await host.call('game/update', { settings: { topics, question_count: QUESTIONS } })
  await guest.call(`game/${id}/join`)
  await host.call('game/update', { status: 'starting' })
  for (const player of [host, guest]) {
    await expect.poll(() => player.acknowledged.has(answerKey(id, 0)), { timeout: 60_000 }).toBe(true)
  }
  return id
}

if (postgresUrl) {
  test('while two servers of the last release are replaced by this version, games go on and lose nothing', async () => {
    const { program, commit } = await unpackLastRelease()
    const port = await freePort()
    const settings = {
      DATABASE_URL: await createDatabase(postgresUrl),
      VALKEY_URL: process.env['TEST_VALKEY_URL'] ?? '',
      SECRET_KEY: 'a secret that only tests use',
      PUBLIC_URL: `http://localhost:${port}`,
      TRUST_PROXY: '1',
    }
    const start = async (release?: string) => {
      const server = await QuizServer.start(settings, release)
      servers.push(server)
      return server
    }
    /** The servers behind the proxy, which take turns in answering. */
    const live: QuizServer[] = []
    let turn = 0
    proxy = await startNodeProxy(port, () => live[(turn += 1) % live.length]?.port ?? 0)
    /** The new server is behind the proxy before the old one is told to stop, and the old one until it has ended. */
    const replace = async (old: QuizServer) => {
      live.push(await start())
      expect(await old.end('SIGTERM')).toBe(0)
      live.splice(live.indexOf(old), 1)
    }
    const commitOf = async (server: { url: string }) =>
      ((await (await fetch(`${server.url}/version`)).json()) as { commit: string }).commit

    const first = await start(program)
    for (let seat = 0; seat < 8; seat += 1) {
      const token = await first.signIn(`player-${seat}@example.com`)
      const { data } = (await first.post('user/api/auth/current_user', {}, token)) as { data: { id: UserId } }
      players.push(new WirePlayer(port, token, data.id, seat))
    }
    const second = await start(program)
    live.push(first, second)
    expect(await Promise.all(live.map(commitOf))).toEqual([commit, commit])
    const [a, b, c, d, e, f, g, h] = players as [
      WirePlayer,
      WirePlayer,
      WirePlayer,
      WirePlayer,
      WirePlayer,
      WirePlayer,
      WirePlayer,
      WirePlayer,
    ]
    for (const player of players) await player.connect()

    const tables = [
      { pair: [a, b], id: await startGame(a, b) },
      { pair: [c, d], id: await startGame(c, d) },
    ]
    await replace(first)
    tables.push({ pair: [e, f], id: await startGame(e, f) })
    await replace(second)
    tables.push({ pair: [g, h], id: await startGame(g, h) })
    expect(await commitOf({ url: settings.PUBLIC_URL })).not.toBe(commit)

    for (const { pair, id } of tables) {
      for (const player of pair) {
        await expect.poll(() => player.games.get(id)?.status, { timeout: 180_000 }).toBe('finished')
      }
      const [mine, theirs] = pair.map((player) => player.games.get(id))
      expect(mine?.state).toEqual(theirs?.state)
      expect(mine?.questions).toEqual(theirs?.questions)
      expect(mine?.questions).toHaveLength(QUESTIONS)
      for (const player of pair) {
        const playerId = mine?.players.find(({ user_id }) => user_id === player.userId)?.id ?? ''
        const entries = Array.from({ length: QUESTIONS }, (_, index) => mine?.state.answers[index]?.[playerId])
        const acknowledged = entries.map((_, index) => player.acknowledged.get(answerKey(id, index)))
        // Answers that were committed but not acknowledged are there too, so only acknowledged ones are compared.
        expect(entries.map((entry, index) => (acknowledged[index] === undefined ? undefined : entry?.answer))).toEqual(
          acknowledged,
        )
        expect(acknowledged[0]).toBeDefined()
        expect(mine?.state.points[playerId]).toBe(entries.reduce((sum, entry) => sum + (entry?.points ?? 0), 0))
      }
    }
    // Every socket was on one of the servers that ended.
    expect(players.map(({ connections }) => connections > 1)).toEqual(players.map(() => true))
    for (const server of servers) expect(server.output).not.toMatch(/unhandled|uncaught/i)
  })
}
