import type { UserId } from '@quizmaster/contract/ids'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY_MS } from '../../infra/clock.ts'
import type { Database } from '../../infra/db/database.ts'
import { databaseKinds, openTestDatabase } from '../../testing/database.ts'
import { type FakeClock, fakeClock } from '../../testing/fake-clock.ts'
import { createFindSession, openSession } from './sessions.ts'
import { findOrCreateUser } from './users.ts'

describe.each(databaseKinds())('finding sessions on %s', (kind) => {
  let database: Database
  let clock: FakeClock
  beforeAll(async () => {
    database = await openTestDatabase(kind)
    clock = fakeClock()
  })
  afterAll(() => database.close())

  /** A signed-in player's id and token. */
  async function buildPlayer(email: string): Promise<{ userId: UserId; token: string }> {
    const deps = { db: database.db, clock, adminEmails: [] }
    const userId = await findOrCreateUser(deps, email)
    return { userId, token: await openSession(deps, userId, 'a device') }
  }

  test('simultaneous calls each find the session of their own token, and an ended one finds none', async () => {
    const findSession = createFindSession({ db: database.db, clock })
    const players = await Promise.all(Array.from({ length: 12 }, (_, n) => buildPlayer(`crowd${n}@example.com`)))
    const tokens = players.flatMap(({ token }) => [token, `${token}x`])
    const found = await Promise.all([...tokens, ...tokens].map(findSession))
    const wanted = players.flatMap(({ userId }) => [userId, null])
    expect(found.map((session) => session?.userId ?? null)).toEqual([...wanted, ...wanted])
  })

  test('an expired session is not found, alone or among simultaneous calls', async () => {
    const findSession = createFindSession({ db: database.db, clock })
    const old = await buildPlayer('old@example.com')
    clock.advance(91 * DAY_MS)
    const young = await buildPlayer('young@example.com')
    expect(await findSession(old.token)).toBeNull()
    const crowd = await Promise.all([old, young, old, young, old].map(({ token }) => findSession(token)))
    expect(crowd.map((session) => session?.userId ?? null)).toEqual([null, young.userId, null, young.userId, null])
  })
})
