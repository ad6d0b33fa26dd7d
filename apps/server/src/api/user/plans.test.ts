import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { MINUTE_MS } from '../../infra/clock.ts'
import { buildApp } from '../../testing/build-app.ts'
import { databaseKinds } from '../../testing/database.ts'
import { type CheckoutFixture, openCheckoutFixture } from '../../testing/payments/checkout-fixture.ts'

const PLANS = 'user/api/plans'

describe.each(databaseKinds())('what the plans cost on %s', (kind) => {
  let fixture: CheckoutFixture

  beforeAll(async () => {
    fixture = await openCheckoutFixture(kind)
  })
  afterEach(() => {
    fixture.standIn.fault = null
  })
  afterAll(() => fixture.close())

  const asked = () => fixture.standIn.calls.filter((call) => call.startsWith('GET /v1/prices/')).length
  const AT_PROVIDER = [
    { price_id: 'monthly', currency: 'EUR', amount: 299 },
    { price_id: 'yearly', currency: 'EUR', amount: 2388 },
    { price_id: 'lifetime', currency: 'EUR', amount: 4999 },
  ]

  test("is the provider's price, which is fetched once a minute however many visitors ask", async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => fixture.app.call('GET', PLANS)))
    for (const { status, body } of answers) {
      expect({ status, data: body.data }).toEqual({ status: 200, data: { prices: AT_PROVIDER, support_email: null } })
    }
    expect(asked()).toBe(3)
    fixture.app.clock.advance(MINUTE_MS)
    await fixture.app.call('GET', PLANS)
    expect(asked()).toBe(6)
  })

  test('has no currency while the provider cannot be reached', async () => {
    fixture.app.clock.advance(MINUTE_MS)
    fixture.standIn.fault = { kind: 'error' }
    const { status, body } = await fixture.app.call('GET', PLANS)
    expect({ status, data: body.data }).toMatchObject({
      status: 200,
      data: { prices: AT_PROVIDER.map(({ price_id }) => ({ price_id, currency: null, amount: null })) },
    })
    fixture.standIn.fault = null
    fixture.app.clock.advance(MINUTE_MS)
    expect((await fixture.app.call('GET', PLANS)).body.data).toMatchObject({ prices: AT_PROVIDER })
  })

  test.each([
    [{}, 'EUR', null],
    [{ PRICE_CURRENCY: 'CHF', SUPPORT_EMAIL: 'help@quiz.example' }, 'CHF', 'help@quiz.example'],
  ])('without a provider, with %j, has the currency %s of the setting', async (env, currency, email) => {
    const app = await buildApp({ kind, env })
    const { body } = await app.call('GET', PLANS)
    expect(body.data).toEqual({
      prices: AT_PROVIDER.map(({ price_id }) => ({ price_id, currency, amount: null })),
      support_email: email,
    })
    await app.close()
  })
})
