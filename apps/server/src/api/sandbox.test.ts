import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { grantByOperator } from '../features/plans/grants.ts'
import { buildApp, type TestApp } from '../testing/build-app.ts'
import { databaseKinds } from '../testing/database.ts'
import { PaymentStandIn } from '../testing/payments/stand-in.ts'
import { Buyer, urlOf } from '../testing/payments/checkout-fixture.ts'

const SUCCESS = '/app/dashboard/premium/success'
const INTERRUPT = '/app/dashboard/premium/interrupt'
const PROFILE = '/app/dashboard/profile'
const PRODUCTION = {
  NODE_ENV: 'production',
  SMTP_URL: 'smtp://localhost',
  SECRET_KEY: 'a secret that only tests use',
  PUBLIC_URL: 'https://quiz.example',
  TRUST_PROXY: '0',
}

describe.each(databaseKinds())('the sandbox checkout on %s', (kind) => {
  let app: TestApp
  let buyer: Buyer
  let counter = 0

  beforeAll(async () => {
    app = await buildApp({ kind, env: { PUBLIC_URL: 'https://quiz.example', SANDBOX_CHECKOUT: '1' } })
  })
  afterAll(() => app.close())
  beforeEach(async () => {
    counter += 1
    app.clock.advance(2 * 3_600_000)
    buyer = await Buyer.signIn(app, `buyer${counter}@example.com`)
  })

  const get = (url: string) => app.server.inject({ method: 'GET', url: new URL(url).pathname })
  /** Presses a button as a browser would. */
  const press = async (url: string, action: string) => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await app.server.inject({ method: 'POST', url: `${new URL(url).pathname}/${action}`, headers })
    return [answer.statusCode, answer.headers.location]
  }
  const pay = async (plan: string, who = buyer) => {
    const url = urlOf(await who.checkout(plan))
    expect(await press(url, 'pay')).toEqual([303, SUCCESS])
    return url
  }

  test.each([
    ['monthly', '2.99 per month'],
    ['yearly', '1.99 per month'],
    ['lifetime', '49.99 once'],
  ] as const)('%s: the page names %s and says that no money moves; Pay makes a Legend', async (plan, price) => {
    const url = urlOf(await buyer.checkout(plan))
    const page = await get(url)
    expect(page.statusCode).toBe(200)
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(page.body).toContain('<title>Sandbox checkout</title>')
    expect(page.body).toContain('no money moves')
    expect(page.body).toContain(price)
    expect(page.body).not.toContain('<script')
    expect(await buyer.plan()).toBe('starter')
    expect(await press(url, 'pay')).toEqual([303, SUCCESS])
    expect(await buyer.plan()).toBe(plan)
    expect(await buyer.checkout(plan)).toMatchObject({ status: 409, body: { code: 'already_premium' } })
  })

  test('the page is served on the host of the request', async () => {
    const host = { host: 'play.local:4123' }
    expect(urlOf(await buyer.checkout('monthly', host))).toMatch(
      /^http:\/\/play\.local:4123\/sandbox\/checkout\/[0-9a-f-]{36}$/,
    )
  })

  test('behind a proxy the page uses the host and protocol the proxy passes on', async () => {
    const proxied = await buildApp({ database: app.database, clock: app.clock, env: { TRUST_PROXY: '1' } })
    try {
      const headers = { 'x-forwarded-host': 'quiz.example', 'x-forwarded-proto': 'https' }
      expect(urlOf(await buyer.through(proxied).checkout('monthly', headers))).toMatch(
        /^https:\/\/quiz\.example\/sandbox\//,
      )
      expect(urlOf(await buyer.checkout('monthly', headers))).toMatch(/^http:\/\/localhost/)
    } finally {
      await proxied.close()
    }
  })

  test('Cancel grants nothing, and neither does paying afterwards', async () => {
    const url = urlOf(await buyer.checkout('monthly'))
    expect(await press(url, 'cancel')).toEqual([303, INTERRUPT])
    expect(await press(url, 'pay')).toEqual([303, INTERRUPT])
    expect(await buyer.plan()).toBe('starter')
    expect((await get(url)).body).not.toContain('<form')
    // A new checkout is possible again.
    expect(urlOf(await buyer.checkout('monthly'))).not.toBe(url)
  })

  test('a second Pay and a Cancel after paying change nothing', async () => {
    const url = await pay('monthly')
    expect(await press(url, 'pay')).toEqual([303, SUCCESS])
    expect(await press(url, 'cancel')).toEqual([303, SUCCESS])
    expect(await buyer.plan()).toBe('monthly')
    const grants = await app.database.db
      .selectFrom('plan_grant')
      .selectAll()
      .where('user_id', '=', buyer.userId)
      .execute()
    expect(grants).toHaveLength(1)
  })

  test('20 quick clicks open one checkout, and 20 quick Pays give one grant', async () => {
    const urls = (await Promise.all(Array.from({ length: 20 }, () => buyer.checkout('monthly')))).map(urlOf)
    expect(new Set(urls).size).toBe(1)
    await Promise.all(urls.map((url) => press(url, 'pay')))
    const grants = await app.database.db
      .selectFrom('plan_grant')
      .selectAll()
      .where('user_id', '=', buyer.userId)
      .execute()
    expect(grants).toHaveLength(1)
  })

  test.each([
    ['monthly', 'lifetime'],
    ['lifetime', 'monthly'],
  ] as const)('two tabs paid at once, %s and %s, leave the better plan', async (first, second) => {
    const urls = [urlOf(await buyer.checkout(first)), urlOf(await buyer.checkout(second))]
    await Promise.all(urls.map((url) => press(url, 'pay')))
    expect(await buyer.plan()).toBe('lifetime')
    expect(await buyer.portal()).toMatchObject({ status: 409 })
  })

  test.each([
    ['of nobody', randomUUID()],
    ['of no form', 'x%27%22%3E%3Cscript%3E'],
  ])('an id %s is a 404 whose page contains nothing of it', async (_name, id) => {
    for (const path of ['checkout', 'portal']) {
      const page = await app.server.inject(`/sandbox/${path}/${id}`)
      expect(page.statusCode).toBe(404)
      expect(page.body).not.toContain('<script')
    }
    for (const path of ['checkout/ID/pay', 'checkout/ID/cancel', 'portal/ID/end']) {
      const answer = await app.server.inject({ method: 'POST', url: `/sandbox/${path.replace('ID', id)}` })
      expect(answer.statusCode).toBe(404)
    }
  })

  test('the portal ends a subscription at once, and Back ends nothing', async () => {
    await pay('yearly')
    const url = urlOf(await buyer.portal())
    expect(url).toMatch(/\/sandbox\/portal\/[0-9a-f-]{36}$/)
    expect((await get(url)).body).toContain('End subscription')
    expect(await press(url, 'back')).toEqual([303, PROFILE])
    expect(await buyer.plan()).toBe('yearly')
    expect(await press(url, 'end')).toEqual([303, PROFILE])
    expect(await buyer.plan()).toBe('starter')
    expect((await get(url)).body).not.toContain('End subscription</button>')
    expect(await press(url, 'end')).toEqual([303, PROFILE])
    expect(await buyer.portal()).toMatchObject({ status: 409, body: { code: 'no_subscription' } })
    // Buying again is possible.
    await pay('monthly')
    expect(await buyer.plan()).toBe('monthly')
  })

  test('lifetime has no subscription to manage and no portal', async () => {
    await pay('lifetime')
    expect(await buyer.portal()).toMatchObject({ status: 409, body: { code: 'no_subscription' } })
    const { id } = await app.database.db
      .selectFrom('plan_grant')
      .select('id')
      .where('user_id', '=', buyer.userId)
      .executeTakeFirstOrThrow()
    expect((await app.server.inject(`/sandbox/portal/${id}`)).statusCode).toBe(404)
  })

  test('a checkout id opens no portal, and a plan applies to its buyer only', async () => {
    const url = await pay('monthly')
    const stranger = await Buyer.signIn(app, `stranger${counter}@example.com`)
    expect((await get(url.replace('checkout', 'portal'))).statusCode).toBe(404)
    expect(await stranger.plan()).toBe('starter')
    expect(await stranger.portal()).toMatchObject({ status: 409 })
  })

  test('a paid plan and an open checkout survive a restart', async () => {
    await pay('monthly')
    const other = await Buyer.signIn(app, `other${counter}@example.com`)
    const url = urlOf(await other.checkout('yearly'))
    const restarted = await buildApp({ database: app.database, clock: app.clock })
    try {
      expect(await buyer.through(restarted).plan()).toBe('monthly')
      const { pathname } = new URL(url)
      await restarted.server.inject({ method: 'POST', url: `${pathname}/pay` })
      expect(await other.plan()).toBe('yearly')
    } finally {
      await restarted.close()
    }
  })

  test.each(['monthly', 'lifetime'] as const)(
    'a sandbox plan (%s) ends once a provider is configured, and an operator grant stays',
    async (plan) => {
      await pay(plan)
      const friend = await Buyer.signIn(app, `friend${counter}@example.com`)
      await grantByOperator(app.database.db, { userId: friend.userId, plan: 'yearly', at: app.clock.now() })
      const standIn = await PaymentStandIn.start({ now: () => app.clock.now() })
      const real = await buildApp({ database: app.database, clock: app.clock, env: { ...PRODUCTION, ...standIn.env } })
      try {
        expect(await buyer.through(real).plan()).toBe('starter')
        expect(await friend.through(real).plan()).toBe('yearly')
        expect(real.logged).toContainEqual(expect.objectContaining({ msg: 'sandbox_plans_ended' }))
        // They can pay now.
        expect(urlOf(await buyer.through(real).checkout('monthly'))).toContain(standIn.url)
      } finally {
        await real.close()
        await standIn.close()
      }
    },
  )

  test("in production sandbox plans end, even if payments aren't configured yet", async () => {
    await pay('yearly')
    const production = await buildApp({ database: app.database, clock: app.clock, env: PRODUCTION })
    try {
      expect(await buyer.through(production).plan()).toBe('starter')
    } finally {
      await production.close()
    }
  })

  test("the page passes the site's own content security policy", async () => {
    const page = await get(urlOf(await buyer.checkout('monthly')))
    const policy = String(page.headers['content-security-policy'])
    expect(policy).toContain("form-action 'self'")
    expect(policy).toContain("style-src 'self' 'unsafe-inline'")
    expect(page.headers['cache-control']).toBe('no-store')
  })

  test('webhook deliveries are refused if no provider is configured', async () => {
    const answer = await app.call('POST', 'user/api/payments/webhook', { body: { type: 'invoice.paid' } })
    expect(answer).toMatchObject({ status: 400, body: { code: 'bad_signature' } })
  })
})

test('there is no sandbox once a provider is configured', async () => {
  const env = { STRIPE_SECRET_KEY: 'sk_test_x', STRIPE_WEBHOOK_SECRET: 'whsec_x' }
  const app = await buildApp({ env })
  try {
    expect((await app.server.inject(`/sandbox/checkout/${randomUUID()}`)).statusCode).toBe(404)
  } finally {
    await app.close()
  }
})
