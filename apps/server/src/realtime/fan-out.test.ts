import { expect, test } from 'vitest'
import { createMemoryBus } from '../infra/bus.ts'
import { createLog } from '../infra/log.ts'
import { createMetrics } from '../infra/metrics.ts'
import { fakeClock } from '../testing/fake-clock.ts'
import { busHooks, publishTo } from './fan-out.ts'

test('a message of another version on the bus is skipped, and the next one arrives', async () => {
  const bus = createMemoryBus()
  const events: string[] = []
  const lines: string[] = []
  const log = createLog('info', undefined, { write: (line) => void lines.push(line) })
  const endpoint = { broadcast: (_topic: string, event: string) => events.push(event) }
  await busHooks({ bus, clock: fakeClock(), log, metrics: createMetrics() }, () => endpoint as never).onFirstMember(
    'user_stats:1',
  )
  bus.publish('user_stats:1', '{"event":"one_line","payload":{}}')
  bus.publish('user_stats:1', '{"event":\n{}')
  publishTo(bus, ['user_stats:1'], 'user_stats_update', {})
  await expect.poll(() => events).toEqual(['user_stats_update'])
  expect(lines.filter((line) => line.includes('bus_message_unreadable'))).toHaveLength(2)
})
