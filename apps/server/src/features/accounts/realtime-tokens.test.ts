import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../infra/db/database.ts'
import { createSecrets } from '../../infra/secrets.ts'
import { countStatements } from '../../testing/count-statements.ts'
import { databaseKinds, openTestDatabase } from '../../testing/database.ts'
import { type FakeClock, fakeClock } from '../../testing/fake-clock.ts'
import { createFindRealtimeSession, generateRealtimeToken } from './realtime-tokens.ts'
import { createFindSession, endSession, openSession } from './sessions.ts'
import { findOrCreateUser } from './users.ts'

describe.each(databaseKinds())('realtime tokens on %s', (kind) => {
  let database: Database
  let clock: FakeClock
  beforeAll(async () => {
    database = await openTestDatabase(kind)
    clock = fakeClock()
  })
  afterAll(() => database.close())

  test('tokens of clients that connect at the same moment are checked together, each against its session', async () => {
    const counted = countStatements(database)
    const deps = { db: counted.database.db, clock, secrets: createSecrets('a secret for this test only') }
    const sessions = await Promise.all(
      Array.from({ length: 20 }, async (_, n) => {
        const userId = await findOrCreateUser({ db: database.db, clock, adminEmails: [] }, `crowd${n}@example.com`)
        const bearer = await openSession(deps, userId, 'a device')
        const session = await createFindSession(deps)(bearer)
        if (!session) throw new Error('no session')
        return session
      }),
    )
    const ended = sessions.filter((_, n) => n % 4 === 0)
    for (const session of ended) await endSession({ ...deps, sessionsEnded: () => undefined }, session)
    const findRealtimeSession = createFindRealtimeSession(deps)
    const found: (string | null)[] = []
    const tables = await counted.tablesOf(async () => {
      const tokens = sessions.map((session) => generateRealtimeToken(deps, 'gameplay', session))
      for (const session of await Promise.all(tokens.map((token) => findRealtimeSession('gameplay', token)))) {
        found.push(session?.id ?? null)
      }
    })
    expect(found).toEqual(sessions.map((session) => (ended.includes(session) ? null : session.id)))
    expect(tables).toHaveLength(1)
  })
})
