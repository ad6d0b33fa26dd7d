import type { DailyVerdict, OpenedPlay } from '@quizmaster/contract/http/daily'
import type { Question } from '@quizmaster/contract/http/gameplay'
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../platform/query-client.ts'
import { endSession } from '../../platform/session.ts'
import { pass, renderScreen } from '../../testing/render-screen.tsx'
import { setVisibility } from '../../testing/set-visibility.ts'
import { callsTo, stubServer, type StubbedServer } from '../../testing/stub-server.ts'
import { buildQuestion, buildVerdict } from '../questions/testing/build-question.ts'
import { DailyPlay } from './daily-play.tsx'

const FIRST = buildQuestion('q1')
const SECOND = buildQuestion('q2')

/** How far the server's clock is behind the device's. */
let behindMs = 0
let server: StubbedServer

beforeEach(async () => {
  vi.useFakeTimers()
  behindMs = 0
  const opened = open(FIRST)
  server = stubServer({
    '/daily/open': () => ({ data: { ...opened, server_time: serverNow() } }),
    '/daily/answer': () => ({ data: verdict() }),
  })
  renderScreen(<DailyPlay />)
  await pass(600)
})
afterEach(() => {
  cleanup()
  act(() => endSession())
  queryClient.clear()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const serverNow = () => Date.now() - behindMs
function open(from: Question): OpenedPlay {
  const { id: _id, ...question } = from
  const openedAt = serverNow()
  return {
    date: '2026-05-03',
    total: 10,
    has_clock: true,
    marks: from === SECOND ? [true] : [],
    points: 0,
    is_finished: false,
    question: { ...question, index: from === SECOND ? 1 : 0, opened_at: openedAt, closes_at: openedAt + 20_000 },
    server_time: openedAt,
  }
}
const verdict = (): DailyVerdict => ({ ...buildVerdict(FIRST, 'q1-B'), question_id: FIRST.id })
const returnFromBackground = () => {
  setVisibility('hidden')
  setVisibility('visible')
}
const seconds = () => Number(screen.getByRole('timer').textContent)
const next = () => screen.queryByRole('button', { name: 'Next question' })
const answer = () => fireEvent.click(screen.getByRole('button', { name: 'q1 B' }))

test('a device whose clock was set ahead in the background gets the right time back', async () => {
  server.answers['/daily/answer'] = { status: 409, body: { error: 'Too early', code: 'too_early' } }
  expect(seconds()).toBe(20)
  setVisibility('hidden')
  vi.setSystemTime(Date.now() + 3_600_000)
  behindMs = 3_600_000
  act(() => setVisibility('visible'))
  expect(seconds()).toBe(0)
  await pass(2_000)
  expect(seconds()).toBe(18)
  server.answers['/daily/answer'] = () => ({ data: verdict() })
  answer()
  await pass(600)
  expect(next()).not.toBeNull()
})

test('a question that is still open when the app returns does not change', async () => {
  act(returnFromBackground)
  await pass(1_000)
  expect(callsTo(server, '/daily/open')).toHaveLength(2)
  expect(seconds()).toBe(19)
})

test('an answer right after the return is judged, and does not open the next question', async () => {
  // The call that is made on the return arrives after the answer.
  server.answers['/daily/open'] = () => ({ data: open(SECOND) })
  act(returnFromBackground)
  await pass(100)
  answer()
  await pass(1_500)
  expect(next()).not.toBeNull()
  expect(screen.getByRole('heading', { name: 'What is q1?' })).toBeDefined()
})

test('a verdict stays on the screen when the app returns', async () => {
  answer()
  await pass(600)
  act(returnFromBackground)
  await pass(1_000)
  expect(callsTo(server, '/daily/open')).toHaveLength(1)
  expect(next()).not.toBeNull()
})
