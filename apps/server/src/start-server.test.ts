import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { Server } from 'node:http'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { readConfig } from './config.ts'
import { createLog } from './infra/log.ts'
import { startServer } from './start-server.ts'
import { copyEmbeddedFolder, databaseKinds, openTestDatabase } from './testing/database.ts'

const FIVE_MINUTES_MS = 5 * 60_000
const VISITOR = { email: 'visitor@example.com' }

const folders: string[] = []
afterEach(async () => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true })
})

async function start(env: Record<string, string> = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'quizmaster-start-'))
  folders.push(dataDir)
  await copyEmbeddedFolder(dataDir)
  const contentFolder = join(dataDir, 'content')
  await mkdir(contentFolder)
  const server = await startServer({
    config: { ...readConfig({ DATA_DIR: dataDir, ...env }), port: 0 },
    log: createLog('silent', () => undefined),
    contentFolder,
    webFolder: null,
    version: '0.0.0-test',
    commit: null,
    // Long enough for a machine that stalls.
    drainMs: 200_000,
  })
  const call = async (path: string, init: RequestInit = {}) =>
    (await fetch(`http://127.0.0.1:${server.port}/services/${path}`, init)).json() as Promise<{ token: string }>
  const post = (path: string, body: object) =>
    call(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
  /** The first mail: its text, and its file's name, which begins with the server's time. */
  const firstMail = async () => {
    const outbox = join(dataDir, 'outbox')
    // A mail that is being written has another extension.
    const listMails = async () => (await readdir(outbox).catch(() => [])).filter((file) => file.endsWith('.eml'))
    await expect.poll(listMails).toHaveLength(1)
    const [name = ''] = await listMails()
    return { name, text: await readFile(join(outbox, name), 'utf8') }
  }
  return { server, call, post, firstMail }
}

test.runIf(databaseKinds().includes('postgres'))(
  'processes that share a database use its time, whatever their own clocks say',
  async () => {
    const database = await openTestDatabase('postgres')
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(database.db)
    const url = new URL(process.env['TEST_DATABASE_URL'] ?? '')
    url.pathname = `/${rows[0]?.name}`
    const realMs = Date.now()
    vi.useFakeTimers({ toFake: ['Date'], now: realMs + FIVE_MINUTES_MS })
    const { server, post, firstMail } = await start({
      DATABASE_URL: url.href,
      SECRET_KEY: 'a secret that only tests use',
    })
    await post('user/api/request_code', VISITOR)
    const { name } = await firstMail()
    expect(Number(name.split('-')[0]) - realMs).toBeLessThan(FIVE_MINUTES_MS / 2)
    await server.stop()
    await database.close()
  },
)

test('a stopping process closes its sockets with 1012, so that clients reconnect to another one', async () => {
  const { server, call, post, firstMail } = await start()
  await post('user/api/request_code', VISITOR)
  const code = /\b\d{6}\b/.exec((await firstMail()).text)?.[0]
  const { token: bearer } = await post('user/api/verify_code', { ...VISITOR, code })
  const { token } = await call('gameplay/api/token/generate', { headers: { authorization: `Bearer ${bearer}` } })
  const socket = new WebSocket(
    `ws://127.0.0.1:${server.port}/services/gameplay/socket/websocket?token=${token}&vsn=2.0.0`,
  )
  const closed = new Promise<number>((resolve) => void socket.once('close', resolve))
  await new Promise((resolve) => socket.once('open', resolve))
  await server.stop()
  expect(await closed).toBe(1012)
  await expect(call('user/api/ads')).rejects.toThrow()
})

test('long-poll session tokens begin with NODE_NAME, so that a proxy keeps each session on its process', async () => {
  const { server, call, post, firstMail } = await start({ NODE_NAME: 'server-1' })
  await post('user/api/request_code', VISITOR)
  const code = /\b\d{6}\b/.exec((await firstMail()).text)?.[0]
  const { token: bearer } = await post('user/api/verify_code', { ...VISITOR, code })
  for (const service of ['stats', 'gameplay']) {
    const { token } = await call(`${service}/api/token/generate`, { headers: { authorization: `Bearer ${bearer}` } })
    const headers = { 'x-phoenix-authtoken': token }
    const opened = await call(`${service}/socket/longpoll?vsn=2.0.0`, { headers })
    expect(opened.token).toMatch(/^server-1\.[\w-]+\.[\w-]+$/)
  }
  await server.stop()
})

test('a stopping process answers requests in flight, then ends without waiting for idle connections', async () => {
  const { server } = await start()
  const cutOff = vi.spyOn(Server.prototype, 'closeAllConnections')
  const socket = createConnection(server.port, '127.0.0.1')
  const closed = new Promise((resolve) => void socket.once('close', resolve))
  let answer = ''
  socket.on('data', (data) => (answer += String(data)))
  const body = JSON.stringify({ topics: null })
  const head = 'POST /services/gameplay/api/question/random_list HTTP/1.1\r\nhost: localhost'
  socket.write(`${head}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`)
  // Once a later request has been answered, the server has read the head of the first.
  await fetch(`http://127.0.0.1:${server.port}/healthz`)
  const stopped = server.stop()
  socket.write(body)
  await Promise.all([stopped, closed])
  expect(answer).toMatch(/^HTTP\/1.1 200 OK/)
  expect(cutOff).not.toHaveBeenCalled()
})

test('OPS_PORT is a separate port, which closes with the server', async () => {
  const { server } = await start({ OPS_PORT: '0' })
  const ask = async (port: number | null) => (await fetch(`http://127.0.0.1:${port}/metrics`)).status
  expect(server.opsPort).not.toBe(server.port)
  expect(await ask(server.opsPort)).toBe(200)
  expect(await ask(server.port)).toBe(404)
  await server.stop()
  await expect(ask(server.opsPort)).rejects.toThrow()
})

test('a connection stays open between two answers in a game', async () => {
  const { server } = await start()
  const response = await fetch(`http://127.0.0.1:${server.port}/healthz`)
  const [, seconds] = /timeout=(\d+)/.exec(response.headers.get('keep-alive') ?? '') ?? []
  expect(Number(seconds)).toBeGreaterThan(60)
  await server.stop()
})
