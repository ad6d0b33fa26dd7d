import type { StageState, StageUpdate } from '@quizmaster/contract/channels/stage'
import type { StageGame } from '@quizmaster/contract/http/stage'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { followStage, useStage } from './follow-stage.ts'

interface Handlers {
  sync(push: () => Promise<StageState>): Promise<void>
  events: { stage_update(update: StageUpdate): void }
}

const channel = vi.hoisted(() => ({ handlers: null as unknown }))
vi.mock('../../../platform/http.ts', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  call: async () => ({ data: { id: 'stage', token: 'token' } }),
  dataOf: ({ data }: { data: unknown }) => data,
}))
vi.mock('../../../platform/realtime/topic-subscription.ts', () => ({
  TopicSubscription: vi.fn(function subscribe(_topic: string, handlers: unknown) {
    channel.handlers = handlers
  }),
}))
vi.mock('../../../platform/realtime/service-socket.ts', () => ({
  ServiceSocket: class {
    constructor(private readonly options: { fetchToken(signal: AbortSignal): Promise<string> }) {}
    open = () => void this.options.fetchToken(new AbortController().signal)
    follow = () => () => undefined
    resume = () => undefined
    close = () => undefined
  },
}))

/** The server's answer to `get_stage`. */
let state: StageState
let unfollow: () => void

const handlers = () => channel.handlers as Handlers
const shown = () => useStage.getState().state
const gameOf = (since: number, version: number) => ({ since, version, server_time: 0 }) as StageGame
const following = (game: StageGame): StageState => ({ game, letters: null, letters_until: null, server_time: 0 })
const LETTERS: StageState = { game: null, letters: 'HKRV', letters_until: 600_000, server_time: 0 }

async function update(game: StageGame | null): Promise<void> {
  handlers().events.stage_update({ game })
  await vi.advanceTimersByTimeAsync(0)
}

beforeEach(async () => {
  vi.useFakeTimers()
  state = LETTERS
  unfollow = followStage()
  await vi.advanceTimersByTimeAsync(0)
  await handlers().sync(async () => state)
})
afterEach(() => {
  unfollow()
  vi.useRealTimers()
})

test('an update that arrives after the host has stopped the stage does not bring the game back', async () => {
  await update(gameOf(5, 8))
  expect(shown()?.game).toMatchObject({ version: 8 })
  await update(null)
  expect(shown()).toMatchObject({ game: null, letters: 'HKRV' })
  await update(gameOf(5, 9))
  expect(shown()).toMatchObject({ game: null, letters: 'HKRV' })
})

test('the game can be shown again, and so can another one that was put on a stage earlier', async () => {
  await update(gameOf(5, 8))
  await update(null)
  await update(gameOf(6, 11))
  expect(shown()?.game).toMatchObject({ since: 6 })
  await update(null)
  await update(gameOf(2, 30))
  expect(shown()?.game).toMatchObject({ since: 2 })
})

test('an older update of the game that is shown is dropped', async () => {
  await update(gameOf(5, 8))
  await update(gameOf(5, 7))
  await update(gameOf(4, 20))
  expect(shown()?.game).toMatchObject({ since: 5, version: 8 })
  state = following(gameOf(5, 9))
  await update(null)
  expect(shown()?.game).toMatchObject({ since: 5, version: 9 })
})
