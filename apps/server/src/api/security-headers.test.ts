import { afterEach, expect, test } from 'vitest'
import { buildApp, type TestApp } from '../testing/build-app.ts'

let app: TestApp | null = null
afterEach(async () => {
  await app?.close()
  app = null
})

/** The content security policy by directive. */
async function policyOf(env: Record<string, string>): Promise<Record<string, string>> {
  app = await buildApp({ env })
  const { headers } = await app.server.inject('/')
  const directives = String(headers['content-security-policy']).split(';')
  return Object.fromEntries(directives.map((line) => line.trim().split(/ (.*)/s, 2) as [string, string]))
}

test('by default only the site itself is allowed', async () => {
  const policy = await policyOf({})
  expect(policy).toMatchObject({ 'script-src': "'self'", 'connect-src': "'self'", 'frame-src': "'none'" })
  expect(policy).not.toHaveProperty('worker-src')
  expect(policy).toMatchObject({ 'require-trusted-types-for': "'script'", 'trusted-types': 'service-worker' })
})

test('error reports may be sent to their DSN, and nothing may be loaded from there', async () => {
  const policy = await policyOf({ SENTRY_DSN: 'https://key@errors.example/1' })
  expect(policy['connect-src']).toBe("'self' https://errors.example")
  expect(policy['script-src']).toBe("'self'")
})

test('the chat may load its script, frame, images and sounds', async () => {
  const chat = 'https://chat.example'
  const policy = await policyOf({ CHATWOOT_BASE_URL: chat, CHATWOOT_WEBSITE_TOKEN: 'abc' })
  expect(policy['connect-src']).toBe(`'self' ${chat} wss://chat.example`)
  for (const directive of ['script-src', 'media-src']) expect(policy[directive]).toBe(`'self' ${chat}`)
  expect(policy['frame-src']).toBe(chat)
  expect(policy['img-src']).toBe(`'self' data: ${chat}`)
  expect(policy).not.toHaveProperty('require-trusted-types-for')
})

test('assets carry short security headers, calls the transport rule as well, and pages all of them', async () => {
  app = await buildApp({ env: { PUBLIC_URL: 'https://quiz.example' } })
  const headersOf = async (path: string) => (await app?.server.inject(path))?.headers ?? {}
  for (const path of ['/assets/gone-00000000.js', '/img/gone.png']) {
    const headers = await headersOf(path)
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-resource-policy': 'cross-origin',
    })
    expect(headers).not.toHaveProperty('strict-transport-security')
    expect(headers).not.toHaveProperty('x-frame-options')
  }
  for (const path of ['/config.json', '/config.json?v=1', '/services/user/api/no-such-call']) {
    const headers = await headersOf(path)
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none';base-uri 'none';form-action 'none';frame-ancestors 'none'",
      'referrer-policy': 'strict-origin-when-cross-origin',
      'strict-transport-security': expect.stringContaining('max-age=31536000'),
    })
  }
  for (const path of ['/', '/assets', '/img.html', '/config.json.html', '/services', '/docs']) {
    expect(await headersOf(path)).toMatchObject({
      'content-security-policy': expect.stringContaining("script-src 'self'"),
      'strict-transport-security': expect.stringContaining('max-age=31536000'),
      'x-frame-options': 'DENY',
    })
  }
})
