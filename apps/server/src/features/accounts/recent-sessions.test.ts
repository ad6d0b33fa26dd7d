import type { SessionId, UserId } from '@quizmaster/contract/ids'
import { expect, test } from 'vitest'
import { fakeClock } from '../../testing/fake-clock.ts'
import { createRecentSessions } from './recent-sessions.ts'
import type { RequestSession } from './sessions.ts'

const ANNA = 'anna' as UserId
const PHONE = 'phone' as SessionId
const LAPTOP = 'laptop' as SessionId

/** Anna's sessions `phone` and `laptop`, whose tokens are their ids. `lookups` are the tokens that were looked up. */
function build() {
  const clock = fakeClock()
  const lookups: string[] = []
  const stored = new Set<string>([PHONE, LAPTOP])
  const state = { isBusConnected: true }
  const findSession = async (token: string): Promise<RequestSession | null> => {
    lookups.push(token)
    const isStored = stored.has(token)
    await Promise.resolve()
    const session = {
      id: token as SessionId,
      userId: ANNA,
      currentGameId: null,
      createdAtMs: 0,
      secondFactorAtMs: null,
    }
    return isStored ? session : null
  }
  const sessions = createRecentSessions(findSession, { clock, isBusConnected: () => state.isBusConnected })
  return { clock, lookups, stored, state, sessions }
}

test('a session is looked up once in 30 s, and no other token finds it', async () => {
  const { clock, lookups, sessions } = build()
  for (let call = 0; call < 3; call += 1) expect((await sessions.find(PHONE))?.id).toBe(PHONE)
  expect(await sessions.find('nobody')).toBeNull()
  expect(await sessions.find('nobody')).toBeNull()
  expect(lookups.splice(0)).toEqual([PHONE, 'nobody', 'nobody'])
  clock.advance(29_999)
  await sessions.find(PHONE)
  expect(lookups).toEqual([])
  clock.advance(1)
  await sessions.find(PHONE)
  expect(lookups).toEqual([PHONE])
})

test('an ended session is looked up again, and all of them when all have ended or ends may have been missed', async () => {
  const { lookups, stored, sessions } = build()
  const findBoth = () => Promise.all([PHONE, LAPTOP].map((token) => sessions.find(token)))
  await findBoth()
  stored.delete(PHONE)
  sessions.forget(ANNA, PHONE)
  sessions.forget('ben' as UserId, null)
  lookups.splice(0)
  expect((await findBoth()).map((session) => session?.id ?? null)).toEqual([null, LAPTOP])
  expect(lookups.splice(0)).toEqual([PHONE])
  stored.clear()
  sessions.forget(ANNA, null)
  expect(await findBoth()).toEqual([null, null])
  stored.add(LAPTOP)
  await findBoth()
  stored.clear()
  sessions.forgetAll()
  expect(await findBoth()).toEqual([null, null])
})

test('a session that ends while it is looked up is not cached', async () => {
  const { stored, sessions } = build()
  const found = sessions.find(PHONE)
  stored.delete(PHONE)
  sessions.forget(ANNA, PHONE)
  expect((await found)?.id).toBe(PHONE)
  expect(await sessions.find(PHONE)).toBeNull()
})

test('while the bus is down each call looks its session up', async () => {
  const { lookups, stored, state, sessions } = build()
  await sessions.find(PHONE)
  state.isBusConnected = false
  await sessions.find(PHONE)
  expect(lookups).toHaveLength(2)
  stored.delete(PHONE)
  expect(await sessions.find(PHONE)).toBeNull()
})
