import type { DailyVerdict, OpenedPlay } from '@quizmaster/contract/http/daily'
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { installNative, native } from '../../platform/native.ts'
import { queryClient } from '../../platform/query-client.ts'
import { endSession } from '../../platform/session.ts'
import { pass, renderScreen } from '../../testing/render-screen.tsx'
import { callsTo, SERVER_ERROR, stubServer, type StubbedServer } from '../../testing/stub-server.ts'
import { Toaster } from '../../ui/feedback/toaster.tsx'
import { buildQuestion, buildVerdict } from '../questions/testing/build-question.ts'
import { DailyPlay } from './daily-play.tsx'

const QUESTION = buildQuestion('q1')
const browser = native()
const buzz = vi.fn()
let server: StubbedServer

beforeEach(async () => {
  vi.useFakeTimers()
  buzz.mockClear()
  installNative({ ...browser, buzz })
  const { id: question_id, ...question } = QUESTION
  const nowMs = Date.now()
  const opened: OpenedPlay = {
    date: '2026-05-03',
    total: 10,
    has_clock: true,
    marks: [],
    points: 0,
    is_finished: false,
    question: { ...question, index: 0, opened_at: nowMs, closes_at: nowMs + 20_000 },
    server_time: nowMs,
  }
  const verdict: DailyVerdict = { ...buildVerdict(QUESTION, 'q1-B'), question_id }
  server = stubServer({ '/daily/open': () => ({ data: opened }), '/daily/answer': () => ({ data: verdict }) })
  renderScreen(
    <>
      <Toaster />
      <DailyPlay />
    </>,
  )
  await pass(600)
})
afterEach(() => {
  cleanup()
  installNative(browser)
  act(() => endSession())
  queryClient.clear()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const press = (text: string) => fireEvent.click(screen.getByRole('button', { name: text }))
const sent = () => callsTo(server, '/daily/answer').map(({ body }) => body['answer'])
const next = () => screen.queryByRole('button', { name: 'Next question' })

test('of two presses in one tick only the first is sent', async () => {
  act(() => {
    press('q1 B')
    press('q1 C')
  })
  await pass(600)
  expect(sent()).toEqual(['q1-B'])
  expect(buzz.mock.calls).toEqual([['tap'], ['success']])
  expect(next()).not.toBeNull()
})

test('an answer that failed is reported, and another one can be given', async () => {
  const { answers } = server
  server.answers = { ...answers, '/daily/answer': SERVER_ERROR }
  press('q1 C')
  await pass(600)
  expect(screen.getByText('Something broke')).toBeDefined()
  server.answers = answers
  press('q1 B')
  await pass(600)
  expect(sent()).toEqual(['q1-C', 'q1-B'])
  expect(next()).not.toBeNull()
})

test('null that failed is sent again after a second, without a message', async () => {
  const { answers } = server
  server.answers = { ...answers, '/daily/answer': SERVER_ERROR }
  await pass(20_100)
  expect(sent()).toEqual([null])
  server.answers = answers
  await pass(1_400)
  expect(sent()).toEqual([null, null])
  expect(screen.queryByText('Something broke')).toBeNull()
  await pass(600)
  expect(next()).not.toBeNull()
})

test('an answer to a question that was answered on another device leads to the next one, and is sent once', async () => {
  server.answers['/daily/answer'] = { status: 409, body: { error: 'Too late', code: 'too_late' } }
  press('q1 B')
  await pass(3_000)
  expect(sent()).toEqual(['q1-B'])
  expect(callsTo(server, '/daily/open')).toHaveLength(2)
})
