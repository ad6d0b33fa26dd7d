import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp, type TestApp } from '../src/testing/build-app.ts'
import { openLobby, Player } from '../src/testing/play.ts'

// An account has 10 failed joins a minute. Somebody who guesses game ids switches to another account after that.

const HOME = '203.0.113.7'
const ELSEWHERE = '203.0.113.8'

let app: TestApp
beforeAll(async () => {
  app = await buildApp()
})
afterAll(() => app.close())

const join = ({ token }: Player, id: string, address: string) =>
  app.call('POST', `gameplay/api/game/${id}/join`, { token, address })

test('guesses at game ids count by client address, whichever account makes them', async () => {
  const lobby = await openLobby([await Player.signIn(app, 'host@example.com')])
  const statuses: number[] = []
  for (let account = 0; account < 5; account += 1) {
    const guesser = await Player.signIn(app, `guesser${account}@example.com`)
    const guesses = Array.from({ length: 10 }, (_, n) => join(guesser, String(20_000_000 + account * 10 + n), HOME))
    statuses.push(...(await Promise.all(guesses)).map(({ status }) => status))
  }
  expect(statuses.filter((status) => status === 404)).toHaveLength(30)
  expect(statuses.filter((status) => status === 429)).toHaveLength(20)
  const guest = await Player.signIn(app, 'guest@example.com')
  expect((await join(guest, lobby, HOME)).status).toBe(429)
  expect((await join(guest, lobby, ELSEWHERE)).status).toBe(200)
})
