import type { SessionId, UserId } from '@quizmaster/contract/ids'
import { expect, test } from 'vitest'
import { createResync } from './resync.ts'
import type { Realtime } from './realtime.ts'

test('the database is queried about players and sessions only while the bus is down', async () => {
  const asked: string[] = []
  let isOutage = false
  const resync = createResync({
    realtime: {
      connected: () => [{ userId: 'anna' as UserId, sessionId: 'phone' as SessionId }],
      closeSession: (userId: string, sessionId: string) => asked.push(`close ${userId} ${sessionId}`),
    } as unknown as Realtime,
    isBusOutage: async () => isOutage,
    games: {
      resync: async (userIds) => void asked.push(`games of ${[...userIds].join()}`),
      reset: () => void asked.push('reset'),
    },
    listEndedSessions: async (ids) => {
      asked.push(`sessions ${ids.join()}`)
      return [...ids]
    },
    recentSessions: { forgetAll: () => void asked.push('forget') },
  })
  await resync()
  expect(asked.splice(0)).toEqual(['reset'])
  isOutage = true
  await resync()
  expect(asked.splice(0)).toEqual(['forget', 'games of anna', 'sessions phone', 'close anna phone'])
})
