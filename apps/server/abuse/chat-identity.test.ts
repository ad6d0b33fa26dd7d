import { createHmac } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { buildApp, type TestApp } from '../src/testing/build-app.ts'
import { Player } from '../src/testing/play.ts'

// The support chat believes anybody who sends an id, unless it requires a hash as proof. A player who knows another
// player's id from a game could then read their conversations.

const CHAT = { CHATWOOT_BASE_URL: 'https://chat.example', CHATWOOT_WEBSITE_TOKEN: 'site' }
const KEY = 'the key of the inbox'
const PATH = 'user/api/chat_identity'

let app: TestApp
afterEach(() => app.close())

function hashOf(userId: string): string {
  return createHmac('sha256', KEY).update(userId).digest('hex')
}

test('a player gets the proof of their own identity and of nobody else', async () => {
  app = await buildApp({ env: { ...CHAT, CHATWOOT_HMAC_KEY: KEY } })
  const mira = await Player.signIn(app, 'mira@example.com')
  const noah = await Player.signIn(app, 'noah@example.com')
  for (const query of ['', `?id=${noah.userId}`, `?identifier=${noah.userId}&user_id=${noah.userId}`]) {
    const { status, body } = await app.call('GET', `${PATH}${query}`, { token: mira.token })
    expect({ status, body }).toEqual({
      status: 200,
      body: { data: { identifier: mira.userId, identifier_hash: hashOf(mira.userId) } },
    })
  }
})

test('a visitor gets none, and the key never leaves the server', async () => {
  app = await buildApp({ env: { ...CHAT, CHATWOOT_HMAC_KEY: KEY } })
  expect((await app.call('GET', PATH)).status).toBe(401)
  expect((await app.call('GET', PATH, { token: 'made up' })).status).toBe(401)
  const { body } = await app.server.inject('/config.json')
  expect(body).toContain('chat.example')
  expect(body + JSON.stringify(app.logged)).not.toContain(KEY)
})

test('without a key nobody can be identified', async () => {
  app = await buildApp({ env: CHAT })
  const mira = await Player.signIn(app, 'mira@example.com')
  const { status, body } = await app.call('GET', PATH, { token: mira.token })
  expect({ status, body }).toEqual({ status: 200, body: { data: null } })
})
