import { JsonText } from '@quizmaster/channels'
import type { GameUpdate } from '@quizmaster/contract/channels/active-game'
import { expect, test } from 'vitest'
import { createMemoryBus } from '../infra/bus.ts'
import { createLog } from '../infra/log.ts'
import { createMetrics } from '../infra/metrics.ts'
import { fakeClock } from '../testing/fake-clock.ts'
import { busHooks, encodeUpdate, publishTo } from './fan-out.ts'

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

test('an update is the JSON of its game, with no question, one, or several', () => {
  const question = (text: string) => ({ id: text, text, answers: [{ id: 'a', text: 'Ja – „ja“' }] })
  const asked = [question('Wie heißt sie?'), question('“Why”?')]
  for (const questions of [[], asked.slice(0, 1), asked, asked]) {
    const update = { game: { id: '12345678', questions, version: 3 }, reason: 'question_opened' }
    expect(JSON.parse(encodeUpdate(update as unknown as GameUpdate).json)).toEqual(update)
  }
  const left = { game: null, reason: 'player_left' } as const
  expect(JSON.parse(encodeUpdate(left).json)).toEqual(left)
})

test('topics that get the same message share its payload', async () => {
  const bus = createMemoryBus()
  const payloads: JsonText[] = []
  const endpoint = { broadcast: (_topic: string, _event: string, payload: JsonText) => payloads.push(payload) }
  const hooks = busHooks(
    { bus, clock: fakeClock(), log: createLog('info'), metrics: createMetrics() },
    () => endpoint as never,
  )
  for (const topic of ['user_stats:1', 'user_stats:2']) await hooks.onFirstMember(topic)
  publishTo(bus, ['user_stats:1', 'user_stats:2'], 'first', { n: 1 })
  publishTo(bus, ['user_stats:1'], 'second', { n: 2 })
  await expect.poll(() => payloads.map(({ json }) => json)).toEqual(['{"n":1}', '{"n":1}', '{"n":2}'])
  expect(payloads[0]).toBe(payloads[1])
  expect(payloads[2]).toBeInstanceOf(JsonText)
})
