import { afterEach, expect, test } from 'vitest'
import { readConfig } from '../src/config.ts'
import { buildApp, type TestApp } from '../src/testing/build-app.ts'
import { requestHead, sendRaw } from '../src/testing/raw-http.ts'
import { Buyer, urlOf } from '../src/testing/payments/checkout-fixture.ts'
import { listen } from '../src/testing/realtime-client.ts'

// The operator of a public server has left settings at their defaults.

let app: TestApp | null = null
afterEach(async () => {
  await app?.close()
  app = null
})

async function start(env: Record<string, string>): Promise<TestApp> {
  app = await buildApp({ env })
  return app
}

const linesOf = ({ logged }: TestApp, msg: string) => logged.filter((line) => line['msg'] === msg)

test.each([{ SMTP_URL: 'smtp://localhost' }, { PUBLIC_URL: 'https://quiz.example' }, { SANDBOX_CHECKOUT: '0' }])(
  'with %o nobody becomes a Legend without paying',
  async (env) => {
    const site = await start(env)
    const buyer = await Buyer.signIn(site, 'buyer@example.com')
    expect(await buyer.checkout('lifetime')).toMatchObject({ status: 503, body: { code: 'payments_unavailable' } })
    expect((await site.server.inject('/sandbox/checkout/x')).headers['content-type']).toContain('application/json')
    expect(linesOf(site, 'sandbox_checkout_runs')).toEqual([])
  },
)

test.each([
  [{}, 'local installation'],
  [{ PUBLIC_URL: 'http://quiz.local' }, 'local installation'],
  [{ PUBLIC_URL: 'https://quiz.example', SANDBOX_CHECKOUT: '1' }, 'SANDBOX_CHECKOUT'],
])('with %o the sandbox checkout runs, and the log says so at the start', async (env, because) => {
  const site = await start(env)
  expect(linesOf(site, 'sandbox_checkout_runs')).toMatchObject([{ level: 40, because }])
  const buyer = await Buyer.signIn(site, 'buyer@example.com')
  expect(urlOf(await buyer.checkout('lifetime'))).toContain('/sandbox/checkout/')
})

test('production refuses the sandbox, and so does a server that takes real payments', () => {
  const production = {
    NODE_ENV: 'production',
    SMTP_URL: 'smtps://mail.example',
    SECRET_KEY: 'sixteen or more characters',
    PUBLIC_URL: 'https://quiz.example',
    TRUST_PROXY: '1',
  }
  expect(readConfig(production)).toMatchObject({ sandbox: null })
  expect(() => readConfig({ ...production, SANDBOX_CHECKOUT: '1' })).toThrow(/^SANDBOX_CHECKOUT /)
  const stripe = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' }
  expect(() => readConfig({ ...stripe, SANDBOX_CHECKOUT: '1' })).toThrow(/^SANDBOX_CHECKOUT /)
})

test('a forwarded address that is not trusted is ignored, and the operator is warned once', async () => {
  const site = await start({})
  const http = await listen(site)
  const warnings = () => linesOf(site, 'forwarded_address_ignored')
  await sendRaw(http.port, [requestHead('/healthz', { headers: { connection: 'close' } })])
  expect(warnings()).toEqual([])
  // Each claims another address, to evade the limits.
  const path = '/services/gameplay/api/topic/random_list?count=1'
  const heads = Array.from({ length: 1_200 }, (_, n) => requestHead(path, { address: `10.0.${n >> 8}.${n & 255}` }))
  const last = requestHead(path, { address: '10.1.0.1', headers: { connection: 'close' } })
  const answers = await sendRaw(http.port, [...heads, last])
  expect(answers.at(-1)?.status).toBe(429)
  expect(warnings()).toMatchObject([{ level: 40, hint: expect.stringContaining('TRUST_PROXY') }])
  await http.close()
})
