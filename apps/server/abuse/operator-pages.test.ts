import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { buildApp, type TestApp } from '../src/testing/build-app.ts'
import { requestHead, sendRaw } from '../src/testing/raw-http.ts'
import { listen } from '../src/testing/realtime-client.ts'

// Strangers ask for the server's metrics and the list of all calls.

const PAGES = ['/metrics', '/docs', '/docs/start.js', '/docs/files/swagger-ui-bundle.js']
const CLOSE = { connection: 'close' }

const cleanups: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const cleanUp of cleanups.splice(0).toReversed()) await cleanUp()
})

async function start(env: Record<string, string>): Promise<{ app: TestApp; port: number }> {
  const app = await buildApp({ env })
  const http = await listen(app)
  cleanups.push(
    () => app.close(),
    () => http.close(),
  )
  return { app, port: http.port }
}

async function statusOf(port: number, target: string, headers: Record<string, string> = {}): Promise<number> {
  const [answer] = await sendRaw(port, [requestHead(target, { headers: { ...CLOSE, ...headers } })])
  return answer?.status ?? 0
}

test.each([
  ['with mail', { SMTP_URL: 'smtp://localhost' }],
  ['over https', { PUBLIC_URL: 'https://quiz.example' }],
  ['with OPS_PORT', { OPS_PORT: '0' }],
])('a server %s has no operator pages on its public port, however their path is written', async (_, env) => {
  const { port } = await start(env)
  for (const page of [...PAGES, '/%6detrics', '/%64ocs', 'http://localhost/metrics', 'http://localhost/docs']) {
    expect(await statusOf(port, page), page).toBe(404)
  }
  for (const path of ['/healthz', '/readyz', '/version', '/config.json', '/services/user/openapi.json']) {
    expect(await statusOf(port, path), path).toBe(200)
  }
})

test('a local installation shows them to its own machine, but not through a proxy on it', async () => {
  const { app, port } = await start({})
  for (const page of PAGES) {
    expect(await statusOf(port, page), page).toBe(200)
    for (const header of ['x-forwarded-for', 'x-real-ip', 'forwarded', 'via']) {
      expect(await statusOf(port, page, { [header]: '127.0.0.1' }), `${page} with ${header}`).toBe(404)
    }
    for (const remoteAddress of ['192.168.1.7', '2001:db8::1', '::ffff:10.0.0.1']) {
      expect((await app.server.inject({ url: page, remoteAddress })).statusCode, remoteAddress).toBe(404)
    }
  }
})

test('the port for operators serves them and the probes, and nothing else', async () => {
  const { app } = await start({ OPS_PORT: '0', SMTP_URL: 'smtp://localhost' })
  const ops = createServer((request, response) => app.app.handleOperator(request, response))
  await new Promise<void>((resolve) => void ops.listen(0, '127.0.0.1', resolve))
  cleanups.push(() => new Promise((resolve) => void ops.close(() => resolve())))
  const { port } = ops.address() as AddressInfo
  for (const path of [...PAGES, '/healthz', '/readyz', '/version', '/services/stats/openapi.json']) {
    expect(await statusOf(port, path, { 'x-forwarded-for': '10.0.0.1' }), path).toBe(200)
  }
  for (const path of ['/', '/config.json', '/services/gameplay/api/topic/random_list', '/sandbox/checkout/x']) {
    expect(await statusOf(port, path), path).toBe(404)
  }
})
