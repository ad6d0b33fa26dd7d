import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from './infra/db/database.ts'
import { buildApp, type TestApp } from './testing/build-app.ts'
import { countStatements } from './testing/count-statements.ts'
import { databaseKinds, openTestDatabase } from './testing/database.ts'
import { openLobby, Player, startGame } from './testing/play.ts'

describe.each(databaseKinds())('warming up on %s', (kind) => {
  let database: Database
  let app: TestApp
  let tablesOf: (work: () => Promise<unknown>) => Promise<string[]>
  beforeAll(async () => {
    database = await openTestDatabase(kind)
    const counted = countStatements(database)
    tablesOf = counted.tablesOf
    app = await buildApp({ database: counted.database })
  })
  afterAll(async () => {
    await app.close()
    await database.close()
  })

  test('saves games that nobody has, changes nothing that is stored, and counts no calls', async () => {
    const host = await Player.signIn(app, 'host@example.com')
    await startGame(host, await openLobby([host, await Player.signIn(app, 'guest@example.com')]))
    const stored = async () => [
      await database.db.selectFrom('game').selectAll().execute(),
      await database.db.selectFrom('session').selectAll().execute(),
    ]
    const before = await stored()
    const tables = await tablesOf(() => app.app.warmUp())
    expect(tables.filter((table) => table === 'game').length).toBeGreaterThan(1_000)
    expect(tables.filter((table) => table === 'session').length).toBeGreaterThan(0)
    expect(await stored()).toEqual(before)
    expect(await app.metrics()).not.toContain('/game/commit_answer')
  })
})
