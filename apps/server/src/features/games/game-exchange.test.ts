import type { GameId, PlayerId, UserId } from '@quizmaster/contract/ids'
import type { GameState, StoredAnswer } from '@quizmaster/engine/game-state'
import { newGame } from '@quizmaster/engine/lobby'
import { expect, test } from 'vitest'
import { type Bus, createMemoryBus } from '../../infra/bus.ts'
import { createLog } from '../../infra/log.ts'
import { createGameExchange, type HeardState } from './game-exchange.ts'

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
    publishElsewhere(topic, encode) {
      sent.push(encode())
      memoryBus.publish(topic, sent.at(-1) ?? '')
    },
  }
  const log = createLog('info', undefined, { write: (line) => void lines.push(line) })
  const heard: HeardState[] = []
  const exchange = createGameExchange(bus, log)
  const unfollow = exchange.follow(ID, (state) => void heard.push(state))
  return { exchange, bus, sent, lines, heard, unfollow }
}

test('a process that holds the state before gets the whole state, of which only the last answers are sent', async () => {
  const { exchange, sent, heard } = openExchange()
  const held = gameWith({ version: 7, askedCount: 2, answers: [answeredIn(11), {}] })
  const saved = gameWith({ version: 8, askedCount: 2, answers: [answeredIn(11), answeredIn(22)] })
  exchange.publish(saved)
  await expect.poll(() => heard.map(({ version }) => version)).toEqual([8])
  expect(heard[0]?.after(held)).toEqual(saved)
  expect(sent[0]).not.toContain('"timeMs":11')
})

test('a question that was opened is added to the answers of the one that had closed', async () => {
  const { exchange, heard } = openExchange()
  const saved = gameWith({ version: 9, askedCount: 2, answers: [answeredIn(11), {}] })
  exchange.publish(saved)
  await expect.poll(() => heard.length).toBe(1)
  const held = gameWith({ version: 8, askedCount: 1, isClosed: true, answers: [answeredIn(11)] })
  expect(heard[0]?.after(held)).toEqual(saved)
})

test('a process that has missed the end of a question has to load the game', async () => {
  const { exchange, heard } = openExchange()
  exchange.publish(gameWith({ version: 9, askedCount: 2, answers: [answeredIn(11), {}] }))
  await expect.poll(() => heard.length).toBe(1)
  expect(heard[0]?.after(gameWith({ version: 7, askedCount: 1, isClosed: false, answers: [{}] }))).toBeNull()
  expect(heard[0]?.after(gameWith({ version: 1, askedCount: 0, answers: [] }))).toBeNull()
})

test('a message of another version on the bus is skipped, and nothing arrives after the end', async () => {
  const { exchange, bus, lines, heard, unfollow } = openExchange()
  for (const text of ['', 'one line', '\n{}', 'x\n{}']) bus.publish(`game_state:${ID}`, text)
  bus.publish(`game_state:${ID}`, '12\nnot JSON')
  await expect.poll(() => heard.length).toBe(1)
  expect(heard[0]?.after(gameWith({}))).toBeNull()
  expect(lines.filter((line) => line.includes('bus_message_unreadable'))).toHaveLength(4)
  unfollow()
  await Promise.resolve()
  exchange.publish(gameWith({ version: 13 }))
  bus.publish('last', '')
  await new Promise((resolve) => setImmediate(resolve))
  expect(heard).toHaveLength(1)
})
