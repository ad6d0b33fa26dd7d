import type { DailyVerdict, OpenedPlay } from '@quizmaster/contract/http/daily'
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../platform/query-client.ts'
import { endSession } from '../../platform/session.ts'
import { pass, renderScreen } from '../../testing/render-screen.tsx'
import { stubServer } from '../../testing/stub-server.ts'
import { Toaster } from '../../ui/feedback/toaster.tsx'
import { useCurrentGame } from '../games/current-game.ts'
import { GameStartToast } from '../games/game-start-toast.tsx'
import { buildGame, GUEST_ID } from '../games/testing/build-game.ts'
import { buildQuestion, buildVerdict } from '../questions/testing/build-question.ts'
import { DailyPlay } from './daily-play.tsx'

const QUESTION = buildQuestion('q1')

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  act(() => endSession())
  queryClient.clear()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** Opens the first question of a day, and starts a game whose lobby the player has left. */
async function openWhileGameStarts(hasClock: boolean) {
  const { id: question_id, ...question } = QUESTION
  const nowMs = Date.now()
  const opened: OpenedPlay = {
    date: '2026-05-03',
    total: 10,
    has_clock: hasClock,
    marks: [],
    points: 0,
    is_finished: false,
    question: { ...question, index: 0, opened_at: nowMs, closes_at: hasClock ? nowMs + 3_000 : null },
    server_time: nowMs,
  }
  const verdict: DailyVerdict = { ...buildVerdict(QUESTION, 'q1-B'), question_id }
  stubServer({ '/daily/open': () => ({ data: opened }), '/daily/answer': () => ({ data: verdict }) })
  renderScreen(
    <>
      <Toaster />
      <DailyPlay />
      <GameStartToast />
    </>,
  )
  await pass(600)
  const userId = GUEST_ID
  act(() => useCurrentGame.setState({ userId, game: buildGame(), leftId: null }))
  act(() => useCurrentGame.setState({ userId, game: buildGame({ status: 'starting', version: 2 }), leftId: null }))
}
const answer = () => fireEvent.click(screen.getByRole('button', { name: 'q1 B' }))
const toast = () => screen.queryByRole('link', { name: 'Go to game' })

test('the toast about a starting game waits while a question with a clock is open', async () => {
  await openWhileGameStarts(true)
  expect(screen.getByRole('heading', { name: 'What is q1?' })).toBeDefined()
  expect(toast()).toBeNull()
  answer()
  await pass(600)
  expect(screen.getByRole('button', { name: 'Next question' })).toBeDefined()
  expect(toast()).not.toBeNull()
})

test('the toast about a starting game appears once the time is up', async () => {
  await openWhileGameStarts(true)
  expect(toast()).toBeNull()
  await pass(3_000)
  expect(toast()).not.toBeNull()
})

test('without a clock the toast about a starting game appears at once', async () => {
  await openWhileGameStarts(false)
  expect(screen.getByRole('heading', { name: 'What is q1?' })).toBeDefined()
  expect(toast()).not.toBeNull()
})
