import type { GameId, PlayerId, UserId } from '@quizmaster/contract/ids'
import type { GameState, StoredAnswer } from '@quizmaster/engine/game-state'
import { newGame } from '@quizmaster/engine/lobby'
import { expect, test } from 'vitest'
import { type Bus, createMemoryBus } from '../../infra/bus.ts'
import { createLog } from '../../infra/log.ts'
import { createGameExchange, type ReceivedState } from './game-exchange.ts'

const ID = '12345678' as GameId
const PLAYER = 'p1' as PlayerId

function gameWith(change: Partial<GameState>): GameState {
  const lobby = newGame({ userId: 'u1' as UserId, name: 'Host' }, { gameId: ID, playerId: PLAYER }, 0)
  return { ...lobby, status: 'running', ...change }
}

function answeredIn(timeMs: number): Record<PlayerId, StoredAnswer> {
  return { [PLAYER]: { answer: null, timeMs, points: null, isAnswered: true } }
}

function openExchange() {
  const memoryBus = createMemoryBus()
  const sent: string[] = []
  const lines: string[] = []
  const bus: Bus = {
    ...memoryBus,
    publishToOthers(topic, encode) {
      sent.push(encode())
      memoryBus.publish(topic, sent.at(-1) ?? '')
    },
  }
  const log = createLog('info', undefined, { write: (line) => void lines.push(line) })
  const received: ReceivedState[] = []
  const exchange = createGameExchange(bus, log)
  const unfollow = exchange.follow(ID, (state) => void received.push(state))
  return { exchange, bus, sent, lines, received, unfollow }
}

test('a process that holds the state before gets the whole state, of which only the last answers are sent', async () => {
  const { exchange, sent, received } = openExchange()
  const held = gameWith({ version: 7, askedCount: 2, answers: [answeredIn(11), {}] })
  const saved = gameWith({ version: 8, askedCount: 2, answers: [answeredIn(11), answeredIn(22)] })
  exchange.publish(saved)
  await expect.poll(() => received.map(({ version }) => version)).toEqual([8])
  expect(received[0]?.after(held)).toEqual(saved)
  expect(sent[0]).not.toContain('"timeMs":11')
})

test('a question that was opened is added to the answers of the one that had closed', async () => {
  const { exchange, received } = openExchange()
  const saved = gameWith({ version: 9, askedCount: 2, answers: [answeredIn(11), {}] })
  exchange.publish(saved)
  await expect.poll(() => received.length).toBe(1)
  const held = gameWith({ version: 8, askedCount: 1, isClosed: true, answers: [answeredIn(11)] })
  expect(received[0]?.after(held)).toEqual(saved)
})

test('a process that has missed the end of a question has to load the game', async () => {
  const { exchange, received } = openExchange()
  exchange.publish(gameWith({ version: 9, askedCount: 2, answers: [answeredIn(11), {}] }))
  await expect.poll(() => received.length).toBe(1)
  expect(received[0]?.after(gameWith({ version: 7, askedCount: 1, isClosed: false, answers: [{}] }))).toBeNull()
  expect(received[0]?.after(gameWith({ version: 1, askedCount: 0, answers: [] }))).toBeNull()
})

test('a message of another version on the bus is skipped, and nothing arrives after the end', async () => {
  const { exchange, bus, lines, received, unfollow } = openExchange()
  for (const text of ['', 'one line', '\n{}', 'x\n{}']) bus.publish(`game_state:${ID}`, text)
  bus.publish(`game_state:${ID}`, '12\nnot JSON')
  await expect.poll(() => received.length).toBe(1)
  expect(received[0]?.after(gameWith({}))).toBeNull()
  expect(lines.filter((line) => line.includes('bus_message_unreadable'))).toHaveLength(4)
  unfollow()
  await Promise.resolve()
  exchange.publish(gameWith({ version: 13 }))
  bus.publish('last', '')
  await new Promise((resolve) => setImmediate(resolve))
  expect(received).toHaveLength(1)
})
