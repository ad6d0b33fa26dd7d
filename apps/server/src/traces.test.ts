import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { createLog } from './infra/log.ts'
import { startServer } from './start-server.ts'
import { copyEmbeddedFolder } from './testing/database.ts'

const EMAIL = 'private@example.com'

interface SentSpan {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  status: { code?: number }
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[]
}

interface TracesBody {
  resourceSpans: { resource: { attributes: SentSpan['attributes'] }; scopeSpans: { spans: SentSpan[] }[] }[]
}

/** An OpenTelemetry collector: takes OTLP over HTTP, keeps what it gets, and answers with `status`. */
async function startCollector(status = 200) {
  const bodies: string[] = []
  const paths = new Set<string>()
  const http: Server = createServer((request, response) => {
    paths.add(`${request.method} ${request.url}`)
    let body = ''
    request.on('data', (data: Buffer) => {
      body += data.toString()
    })
    request.on('end', () => {
      bodies.push(body)
      response.writeHead(status, { 'content-type': 'application/json' }).end('{}')
    })
  })
  await new Promise<void>((resolve) => void http.listen(0, '127.0.0.1', resolve))
  const resources = () => bodies.flatMap((body) => (JSON.parse(body) as TracesBody).resourceSpans)
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    bodies,
    paths,
    resources,
    spans: () => resources().flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
    async stop() {
      http.closeAllConnections()
      await new Promise((resolve) => void http.close(resolve))
    },
  }
}

const endings: (() => unknown)[] = []
afterEach(async () => {
  for (const end of endings.splice(0).toReversed()) await end()
})

/** The real server on an embedded database, and calls to it over HTTP. */
async function start(env: Record<string, string>) {
  const dataDir = await mkdtemp(join(tmpdir(), 'quizmaster-traces-'))
  endings.push(() => rm(dataDir, { recursive: true, force: true }))
  await copyEmbeddedFolder(dataDir)
  await mkdir(join(dataDir, 'content'))
  const logged: Record<string, unknown>[] = []
  const server = await startServer({
    config: { ...readConfig({ DATA_DIR: dataDir, ...env }), port: 0 },
    log: createLog('info', undefined, { write: (line: string) => void logged.push(JSON.parse(line)) }),
    contentFolder: join(dataDir, 'content'),
    webFolder: null,
    version: '1.2.3-test',
    commit: null,
  })
  const post = async (path: string, body: object, token?: string) => {
    const headers = {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    }
    const url = `http://127.0.0.1:${server.port}/services/${path}`
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
    return { status: response.status, body: (await response.json()) as { token: string; data: { id: string } } }
  }
  const mailedCode = async () => {
    const outbox = join(dataDir, 'outbox')
    const mails = async () => (await readdir(outbox).catch(() => [])).filter((file) => file.endsWith('.eml'))
    await expect.poll(mails).toHaveLength(1)
    const [name = ''] = await mails()
    return /\b\d{6}\b/.exec(await readFile(join(outbox, name), 'utf8'))?.[0] ?? ''
  }
  return { server, logged, post, mailedCode }
}

const attribute = (span: SentSpan, key: string) => span.attributes.find((each) => each.key === key)?.value

test('calls, their statements and messages are sent to the collector, without anything about a person', async () => {
  const collector = await startCollector()
  endings.push(() => collector.stop())
  const { server, post, mailedCode } = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/` })
  await post('user/api/request_code', { email: EMAIL })
  const code = await mailedCode()
  const { token } = (await post('user/api/verify_code', { email: EMAIL, code })).body
  const { id: userId } = (await post('user/api/auth/current_user', {}, token)).body.data
  const { id: gameId } = (await post('gameplay/api/game', { type: 'fun' }, token)).body.data
  await post('gameplay/api/game/update', { settings: { question_count: 7 } }, token)
  expect((await post('gameplay/api/game/99999999/join', {}, token)).status).toBe(404)
  await server.stop()
  // On a machine that stalls the server stops before the last spans have arrived.
  await expect
    .poll(() => collector.spans().map(({ name }) => name))
    .toContain('POST /services/gameplay/api/game/:id/join')

  expect([...collector.paths]).toEqual(['POST /v1/traces'])
  expect(collector.resources()[0]?.resource.attributes).toContainEqual({
    key: 'service.version',
    value: { stringValue: '1.2.3-test' },
  })
  const spans = collector.spans()
  const call = spans.find(({ name }) => name === 'POST /services/gameplay/api/game/update')
  expect(call && attribute(call, 'http.response.status_code')?.intValue).toBe(200)
  const inCall = spans.filter(({ traceId, parentSpanId }) => traceId === call?.traceId && parentSpanId === call.spanId)
  const statements = inCall.map((span) => attribute(span, 'db.query.text')?.stringValue ?? '')
  expect(statements.some((text) => text.startsWith('update "game"'))).toBe(true)
  const published = inCall.find(({ name }) => name === 'publish')
  expect(published && attribute(published, 'messaging.destination.name')?.stringValue).toBe('active_game')
  const missed = spans.find(({ name }) => name === 'POST /services/gameplay/api/game/:id/join')
  expect(missed && attribute(missed, 'http.response.status_code')?.intValue).toBe(404)

  // Not the ids and times of the spans: any digits can occur in them.
  const sent = JSON.stringify(spans.map(({ name, attributes, status }) => ({ name, attributes, status })))
  for (const secret of ['private', code, token, userId, gameId, '99999999', '127.0.0.1']) {
    expect(sent.includes(secret), secret).toBe(false)
  }
})

test('a collector that refuses the last spans does not make stopping fail', async () => {
  const collector = await startCollector(401)
  endings.push(() => collector.stop())
  const { server, logged, post } = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url })
  expect((await post('user/api/request_code', { email: EMAIL })).status).toBe(200)
  await server.stop()
  await expect.poll(() => logged.filter(({ msg }) => msg === 'traces_outage')).toHaveLength(1)
  expect(collector.bodies).not.toEqual([])
})

test('an unreachable collector is logged once, and the server answers and stops anyway', async () => {
  const collector = await startCollector()
  await collector.stop()
  const { server, logged, post } = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url })
  expect((await post('user/api/request_code', { email: EMAIL })).status).toBe(200)
  await expect.poll(() => logged.map(({ msg }) => msg)).toContain('traces_outage')
  expect((await post('user/api/request_code', { email: 'other@example.com' })).status).toBe(200)
  await server.stop()
  expect(logged.filter(({ msg }) => msg === 'traces_outage')).toHaveLength(1)
})
