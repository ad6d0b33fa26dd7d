import { type Bus, createMemoryBus } from '../infra/bus.ts'
import { buildApp, type TestApp } from './build-app.ts'
import { type DatabaseKind, openTestDatabase } from './database.ts'
import type { FakeClock } from './fake-clock.ts'

interface Options {
  kind: DatabaseKind
  clock: FakeClock
  /** Topic files by name. */
  content: Record<string, string>
}

/** Two processes of the server, which share a database, a bus, a clock and an outbox. */
export async function buildTwoProcesses({
  kind,
  clock,
  content,
}: Options): Promise<{ one: TestApp; two: TestApp; close: () => Promise<void> }> {
  const database = await openTestDatabase(kind)
  const memoryBus = createMemoryBus()
  const bus: Bus = { ...memoryBus, publishToOthers: (topic, encode) => memoryBus.publish(topic, encode()) }
  const one = await buildApp({ database, bus, clock, content })
  const two = await buildApp({ database, bus, clock, content, mailer: one.mailer })
  return {
    one,
    two,
    async close() {
      await one.close()
      await two.close()
      await database.close()
    },
  }
}
