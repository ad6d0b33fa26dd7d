import type { Question } from '@quizmaster/contract/http/gameplay'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp, dataOf, type TestApp } from '../src/testing/build-app.ts'

// A customer of an internet provider may get a whole IPv6 /48, which is 65,536 networks of the size that counts as one
// client. A visitor takes another one for each question that they report.

let app: TestApp
beforeAll(async () => {
  app = await buildApp()
})
afterAll(() => app.close())

test('an IPv6 /48 may report ten times as many questions as one visitor', async () => {
  const answer = await app.call('POST', 'gameplay/api/question/random_list', { body: { topics: null, count: 1 } })
  const [question] = dataOf<Question[]>(answer)
  const report = (address: string) => app.call('POST', `admin/api/v2/question/${question?.id}/complaint`, { address })
  const statuses: number[] = []
  for (let network = 0; network <= 20; network += 1) {
    for (let n = 0; n < 5; n += 1) statuses.push((await report(`2001:db8:3:${network.toString(16)}::1`)).status)
  }
  expect(statuses.filter((status) => status === 200)).toHaveLength(100)
  expect(statuses.slice(-5)).toEqual([429, 429, 429, 429, 429])
  expect((await report('2001:db8:4::1')).status).toBe(200)
})
