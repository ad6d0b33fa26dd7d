import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp, type TestApp } from '../src/testing/build-app.ts'

// A customer of an internet provider may get a whole IPv6 /48, which is 65,536 networks of the size that counts as one
// client. An attacker takes another one for each call.

const CALLS_PER_CLIENT = 1_200

let app: TestApp
beforeAll(async () => {
  app = await buildApp()
})
afterAll(() => app.close())

test('an IPv6 /48 may make ten times as many calls as one client', async () => {
  const statuses: number[] = []
  const total = 10 * CALLS_PER_CLIENT + 5
  for (let made = 0; made < total; made += 200) {
    const batch = Array.from({ length: Math.min(200, total - made) }, (_, index) =>
      app.call('GET', 'gameplay/api/topic/random_list?count=1', {
        address: `2001:db8:1:${((made + index) % 5_000).toString(16)}::1`,
      }),
    )
    statuses.push(...(await Promise.all(batch)).map(({ status }) => status))
  }
  expect(statuses.filter((status) => status === 200)).toHaveLength(10 * CALLS_PER_CLIENT)
  expect(statuses.slice(-5)).toEqual([429, 429, 429, 429, 429])
  const elsewhere = await app.call('GET', 'gameplay/api/topic/random_list?count=1', { address: '2001:db8:2::1' })
  expect(elsewhere.status).toBe(200)
})
