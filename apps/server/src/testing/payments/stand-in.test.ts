import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp, type TestApp } from '../build-app.ts'
import { PaymentStandIn } from './stand-in.ts'
import { listen } from '../realtime-client.ts'
import { Buyer, urlOf } from './checkout-fixture.ts'

let standIn: PaymentStandIn
let app: TestApp
let http: Awaited<ReturnType<typeof listen>>

beforeAll(async () => {
  standIn = await PaymentStandIn.start()
  // A stand-in without a fake clock signs with the real time.
  app = await buildApp({ env: standIn.env, clock: { now: Date.now, advance: () => undefined } })
  http = await listen(app)
  standIn.webhookUrl = `http://127.0.0.1:${http.port}/services/user/api/payments/webhook`
})
afterAll(async () => {
  await http.close()
  await app.close()
  await standIn.close()
})

/** Presses a button on one of the stand-in's pages as a browser would. */
async function press(url: string, label: string): Promise<string | null> {
  const page = await (await fetch(url)).text()
  const action = new RegExp(`action="([^"]+)"><button>${label}`).exec(page)?.[1] ?? ''
  const answer = await fetch(new URL(action, url), { method: 'POST', redirect: 'manual' })
  return answer.headers.get('location')
}

test('paying on its page sends the webhook, and its portal ends the subscription', async () => {
  const buyer = await Buyer.signIn(app, 'ada@example.com')
  const url = urlOf(await buyer.checkout('monthly'))
  expect(await press(url, 'Cancel')).toBe('http://localhost:4000/app/dashboard/premium/interrupt')
  expect(await press(url, 'Pay')).toBe('http://localhost:4000/app/dashboard/premium/success')
  await expect.poll(() => buyer.plan()).toBe('monthly')
  expect(await press(urlOf(await buyer.portal()), 'End subscription')).toBe(
    'http://localhost:4000/app/dashboard/profile',
  )
  await expect.poll(() => buyer.plan()).toBe('starter')
})

test('events can be held back, delivered late, twice and out of order', async () => {
  const { webhookUrl } = standIn
  const buyer = await Buyer.signIn(app, 'bob@example.com')
  const session = standIn.sessionAt(urlOf(await buyer.checkout('lifetime')))
  standIn.webhookUrl = null
  const from = standIn.events.length
  standIn.pay(session.id)
  expect(await buyer.plan()).toBe('starter')
  standIn.webhookUrl = webhookUrl
  const held = standIn.events.slice(from).toReversed()
  expect(await standIn.deliver(held, 2)).toEqual(held.flatMap(() => [200, 200]))
  expect(await buyer.plan()).toBe('lifetime')
})
