import type { ChannelServer } from '@quizmaster/channels'
import type { UserId } from '@quizmaster/contract/ids'
import { expect, test } from 'vitest'
import { createMemoryBus } from '../infra/bus.ts'
import { createLog } from '../infra/log.ts'
import { closeEndedSockets, publishEnded } from './ended-sessions.ts'

test('an unreadable message is skipped, and the next one closes sockets', async () => {
  const bus = createMemoryBus()
  const lines: string[] = []
  const closed: string[] = []
  const log = createLog('info', undefined, { write: (line) => void lines.push(line) })
  const server = { disconnect: (id: string) => closed.push(id) } as unknown as ChannelServer
  await closeEndedSockets(bus, server, log)
  for (const odd of ['no JSON', 'null', '{}']) bus.publish('ended_sessions', odd)
  publishEnded(bus, { userId: 'anna' as UserId, sessionId: null })
  await expect.poll(() => closed).toEqual(['anna'])
  expect(lines.filter((line) => line.includes('bus_message_unreadable'))).toHaveLength(3)
})
