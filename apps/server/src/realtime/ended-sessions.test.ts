import type { ChannelServer } from '@quizmaster/channels'
import type { UserId } from '@quizmaster/contract/ids'
import { expect, test } from 'vitest'
import { createMemoryBus } from '../infra/bus.ts'
import { createLog } from '../infra/log.ts'
import { dropEndedSessions, publishEnded } from './ended-sessions.ts'

test('an unreadable message is skipped, and the next one closes sockets and has the session forgotten', async () => {
  const bus = createMemoryBus()
  const lines: string[] = []
  const closed: string[] = []
  const log = createLog('info', undefined, { write: (line) => void lines.push(line) })
  const server = { disconnect: (id: string) => closed.push(id) } as unknown as ChannelServer
  const forgotten: unknown[] = []
  const recentSessions = { forget: (...ended: unknown[]) => void forgotten.push(ended) }
  await dropEndedSessions(bus, { server, recentSessions }, log)
  for (const odd of ['no JSON', 'null', '{}']) bus.publish('ended_sessions', odd)
  publishEnded(bus, { userId: 'anna' as UserId, sessionId: null })
  await expect.poll(() => closed).toEqual(['anna'])
  expect(forgotten).toEqual([['anna', null]])
  expect(lines.filter((line) => line.includes('bus_message_unreadable'))).toHaveLength(3)
})
