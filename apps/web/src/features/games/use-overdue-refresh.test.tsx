import type { Game } from '@quizmaster/contract/http/games'
import { act, cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { endSession } from '../../platform/session.ts'
import { followCurrentGame, useCurrentGame } from './current-game.ts'
import { buildGame, GUEST_ID } from './testing/build-game.ts'
import { useOverdueRefresh } from './use-overdue-refresh.ts'

type Sync = (push: (event: string) => Promise<unknown>) => Promise<void>

const channel = vi.hoisted(() => ({ sync: null as unknown }))
vi.mock('../../platform/realtime/realtime.ts', () => ({
  followTopic: (_service: string, _topic: string, { sync }: { sync: unknown }) => {
    channel.sync = sync
    return () => {}
  },
}))

/** The game as stored on the server, and how often it was requested. */
let stored: Game
let asked = 0

function Screen() {
  useOverdueRefresh()
  return null
}

const inTime = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const reveal = (): Game => buildGame({ status: 'running', version: 7, phase_ends_at: Date.now() + 5_000 })

beforeEach(async () => {
  vi.useFakeTimers()
  stored = { ...reveal(), server_time: Date.now() }
  followCurrentGame(GUEST_ID)
  render(<Screen />)
  await act(() =>
    (channel.sync as Sync)(async (event) => {
      if (event === 'get_watched_game') return { watched: null }
      asked += 1
      return { game: { ...stored, server_time: Date.now() } }
    }),
  )
  asked = 0
})
afterEach(() => {
  cleanup()
  act(() => endSession())
  vi.useRealTimers()
})

test('a player who gets no update after the last reveal asks for one, and sees the results', async () => {
  stored = { ...stored, status: 'finished', version: 8, phase_ends_at: null }
  await inTime(5_000 + 2_900)
  expect(asked).toBe(0)
  await inTime(200)
  expect(asked).toBe(1)
  expect(useCurrentGame.getState().game?.status).toBe('finished')
})

test('the game is requested once for an overdue phase, and not at all for one that ended in time', async () => {
  await inTime(60_000)
  expect(asked).toBe(1)
  act(() => useCurrentGame.setState({ game: { ...stored, version: 8, phase_ends_at: Date.now() + 5_000 } }))
  await inTime(5_100)
  act(() => useCurrentGame.setState({ game: { ...stored, status: 'finished', version: 9, phase_ends_at: null } }))
  await inTime(60_000)
  expect(asked).toBe(1)
})
