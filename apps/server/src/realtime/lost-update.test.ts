import { afterEach, describe, expect, test } from 'vitest'
import { type Bus, createMemoryBus } from '../infra/bus.ts'
import { buildApp, type TestApp, topicFile } from '../testing/build-app.ts'
import { type DatabaseKind, databaseKinds, openTestDatabase } from '../testing/database.ts'
import { fakeClock } from '../testing/fake-clock.ts'
import { followGame } from '../testing/follow-game.ts'
import { openLobby, Player } from '../testing/play.ts'
import { listen } from '../testing/realtime-client.ts'

const content = { 'apples.yaml': topicFile('Apples', 12) }

const endings: (() => unknown)[] = []
afterEach(async () => {
  for (const end of endings.splice(0).toReversed()) await end()
})

/** Two processes; once `isDead`, the first one saves changes but publishes none, as if killed in between. */
async function buildDyingProcess(kind: DatabaseKind): Promise<{ first: TestApp; second: TestApp; die: () => void }> {
  const database = await openTestDatabase(kind)
  endings.push(() => database.close())
  const bus = createMemoryBus()
  let isDead = false
  const dying: Bus = {
    ...bus,
    publish: (topic, message) => isDead || bus.publish(topic, message),
    publishLocalFirst: (topics, message) => isDead || bus.publishLocalFirst(topics, message),
    publishToOthers: (topic, encode) => isDead || bus.publishToOthers(topic, encode),
  }
  const clock = fakeClock()
  const first = await buildApp({ database, bus: dying, clock, content })
  endings.push(() => first.close())
  const second = await buildApp({ database, bus, clock, content })
  endings.push(() => second.close())
  return { first, second, die: () => (isDead = true) }
}

describe.each(databaseKinds())('a process killed after saving a change of the lobby, on %s', (kind) => {
  test('players on other processes see it with the next change', async () => {
    const { first, second, die } = await buildDyingProcess(kind)
    const listening = await listen(second)
    endings.push(() => listening.close())
    const host = await Player.signIn(first, 'host@example.com')
    const guest = (await Player.signIn(first, 'guest@example.com')).through(second)
    const friend = (await Player.signIn(first, 'friend@example.com')).through(second)
    const followed = await followGame(guest, listening.port)
    endings.push(() => followed.socket.disconnect())
    const id = await openLobby([host, guest])
    const { version } = await guest.getGame(id)
    const lastVersion = () => followed.seen.at(-1)?.game?.version ?? 0
    await expect.poll(lastVersion).toBe(version)

    die()
    expect((await host.update({ settings: { question_count: 7 } })).status).toBe(200)
    expect((await friend.join(id)).status).toBe(200)
    await expect.poll(lastVersion).toBeGreaterThan(version)
    const { game } = followed.seen.at(-1) ?? {}
    expect(game?.settings.question_count).toBe(7)
    expect(game?.players).toHaveLength(3)
    // The change itself was not announced.
    expect(game?.version).toBe(version + 2)
    expect(followed.seen.map((update) => update.game?.version)).not.toContain(version + 1)
  })

  test('a player who connects again sees it at once', async () => {
    const { first, second, die } = await buildDyingProcess(kind)
    const listening = await listen(second)
    endings.push(() => listening.close())
    const host = await Player.signIn(first, 'host@example.com')
    const guest = (await Player.signIn(first, 'guest@example.com')).through(second)
    await openLobby([host, guest])
    die()
    expect((await host.update({ settings: { question_count: 7 } })).status).toBe(200)
    const followed = await followGame(host.through(second), listening.port)
    endings.push(() => followed.socket.disconnect())
    expect((await followed.ask())?.settings.question_count).toBe(7)
  })
})
