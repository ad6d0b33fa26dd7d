import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../platform/query-client.ts'
import { endSession } from '../../platform/session.ts'
import { PracticeJourney } from './practice-journey.tsx'
import { noStorage } from './practice-stores.ts'
import { buildQuestion, buildVerdict } from '../questions/testing/build-question.ts'
import { pass, renderScreen } from '../../testing/render-screen.tsx'
import { callsTo, type StubbedServer, stubServer } from '../../testing/stub-server.ts'

const q1 = buildQuestion('q1')
const q2 = buildQuestion('q2')
let server: StubbedServer

beforeEach(async () => {
  vi.useFakeTimers()
  server = stubServer({
    '/random_list': () => ({ data: [q1, q2] }),
    '/verify_answer': ({ body }) => ({ data: buildVerdict(q1, String(body['answer_id'])) }),
  })
  renderScreen(
    <>
      <PracticeJourney topics={null} storage={noStorage} settingsPath="/settings" />
      <button type="button">outside</button>
    </>,
  )
  await pass(520)
})
afterEach(() => {
  cleanup()
  endSession()
  queryClient.clear()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** Presses a key on the focused element. */
function key(name: string, more: KeyboardEventInit = {}) {
  act(() => void fireEvent.keyDown(document.activeElement ?? document.body, { key: name, ...more }))
}
const verified = () => callsTo(server, '/verify_answer').map(({ body }) => body['answer_id'])
const heading = () => screen.getByRole('heading', { level: 1 })

test('a new question has the focus, so that it is read out and the keys work', () => {
  expect(document.activeElement).toBe(heading())
})

test.each([
  ['1', {}, 'q1-A'],
  ['4', {}, 'q1-D'],
  ['b', {}, 'q1-B'],
  ['C', {}, 'q1-C'],
  ['&', { code: 'Digit1' }, 'q1-A'],
  ['ф', { code: 'KeyA' }, 'q1-A'],
])('the key %s answers', async (name, more, answerId) => {
  key(name, more)
  await pass(20)
  expect(verified()).toEqual([answerId])
})

test.each([
  ['5', {}],
  ['e', {}],
  ['q', { code: 'KeyA' }],
  ['a', { ctrlKey: true }],
  ['1', { altKey: true }],
  ['1', { repeat: true }],
  ['Enter', {}],
])('the key %s %j does not answer', async (name, more) => {
  key(name, more)
  await pass(20)
  expect(verified()).toEqual([])
})

test('keys do nothing while the focus is outside the screen', async () => {
  screen.getByText('outside').focus()
  key('1')
  await pass(20)
  expect(verified()).toEqual([])
})

test('after an answer by key, "Next question" has the focus', async () => {
  key('1')
  await pass(520)
  expect(document.activeElement?.textContent).toBe('Next question')
})

test('after an answer by touch, the focus stays', async () => {
  const first = screen.getByRole('button', { name: /^q1 A/ })
  fireEvent.pointerDown(first)
  first.focus()
  fireEvent.click(first)
  await pass(520)
  expect(document.activeElement).toBe(first)
})

test('Enter goes to the next question once this one is answered, even with the focus on the answer', async () => {
  const first = screen.getByRole('button', { name: /^q1 A/ })
  fireEvent.pointerDown(first)
  first.focus()
  fireEvent.click(first)
  await pass(520)
  key('Enter')
  await pass(20)
  expect(heading().textContent).toBe('What is q2?')
  expect(document.activeElement).toBe(heading())
})

test('Enter on another control activates that control', async () => {
  key('1')
  await pass(520)
  screen.getByRole('button', { name: 'Report complaint' }).focus()
  key('Enter')
  await pass(20)
  expect(heading().textContent).toBe('What is q1?')
})
