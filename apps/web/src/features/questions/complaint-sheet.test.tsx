import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../platform/query-client.ts'
import { useToasts } from '../../ui/feedback/toast.ts'
import { ComplaintSheet } from './complaint-sheet.tsx'
import { buildQuestion } from './testing/build-question.ts'
import { pass, renderScreen } from '../../testing/render-screen.tsx'
import { SERVER_ERROR, stubServer } from '../../testing/stub-server.ts'

const PRACTICE = { questionId: buildQuestion('q1').id }

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  queryClient.clear()
  act(() => useToasts.setState({ toasts: [] }))
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** The sheet as the modal host renders it: with new state after each closing. */
function Opener({ data }: Pick<Parameters<typeof ComplaintSheet>[0], 'data'>) {
  const [opening, setOpening] = useState<number | null>(1)
  return opening === null ? (
    <button onClick={() => setOpening(2)}>open again</button>
  ) : (
    <ComplaintSheet key={opening} data={data} isOpen onClose={() => setOpening(null)} />
  )
}

function open(data: Parameters<typeof Opener>[0]['data'] = PRACTICE) {
  const server = stubServer({ '/complaint': () => ({ data: {} }), '/game/complain': () => ({ data: {} }) })
  renderScreen(<Opener data={data} />)
  return server
}
const button = (name: string) => screen.getByRole('button', { name })
const press = (name: string) => fireEvent.click(button(name))

test('the sheet explains what can be reported', () => {
  open()
  expect(screen.getByRole('dialog').textContent).toContain(
    'Any problem with a question, its answers, its description or its translations can be reported.',
  )
})

test('a report is pending for at least 500 ms, then thanks are shown', async () => {
  const server = open()
  press('Notify us')
  await pass(490)
  expect(button('Submitting...').getAttribute('aria-disabled')).toBe('true')
  press('Submitting...')
  await pass(30)
  expect(screen.getByRole('heading', { name: 'Report submitted' })).toBeDefined()
  expect(screen.getAllByText('Thanks for helping us make Quizmaster better!')).toHaveLength(1)
  expect(server.calls.map(({ path, body }) => [path, body])).toEqual([
    ['/services/admin/api/v2/question/q1/complaint', {}],
  ])
})

test('a question of a game is reported by its index', async () => {
  const server = open({ gameQuestionIndex: 2 })
  press('Answers')
  press('Notify us')
  await pass(520)
  expect(screen.getByRole('heading', { name: 'Report submitted' })).toBeDefined()
  expect(server.calls.map(({ path, body }) => [path, body])).toEqual([
    ['/services/gameplay/api/game/complain', { question_index: 2, reason: 'answers' }],
  ])
})

test('a chosen reason is sent, and a second press deselects it', async () => {
  const server = open()
  press('Answers')
  press('Description')
  press('Question')
  press('Question')
  press('Translation')
  press('Notify us')
  await pass(520)
  expect(server.calls[0]?.body).toEqual({ reason: 'translation' })
})

test('a comment is sent, unless it is blank', async () => {
  const server = open()
  const comment = screen.getByRole('textbox', { name: 'Tell us more (optional)' })
  fireEvent.change(comment, { target: { value: '  Two of these are\nthe same place. ' } })
  press('Answers')
  press('Notify us')
  await pass(520)
  expect(server.calls[0]?.body).toEqual({ reason: 'answers', comment: 'Two of these are\nthe same place.' })
  expect(comment.getAttribute('maxlength')).toBe('500')
  fireEvent.click(screen.getAllByRole('button', { name: 'Close' })[0]!)
  await pass(50)
  press('open again')
  const fresh = screen.getByRole('textbox') as HTMLTextAreaElement
  expect(fresh.value).toBe('')
  fireEvent.change(fresh, { target: { value: ' \n ' } })
  press('Notify us')
  await pass(520)
  expect(server.calls[1]?.body).toEqual({})
})

test('a failed report shows an error and can be sent again', async () => {
  open()
  stubServer({ '/complaint': () => SERVER_ERROR })
  press('Notify us')
  await pass(520)
  expect(button('Notify us').getAttribute('aria-disabled')).toBeNull()
  expect(useToasts.getState().toasts.map(({ type }) => type)).toEqual(['error'])
})

test('the sheet is empty when it is opened again', async () => {
  open()
  press('Notify us')
  await pass(520)
  fireEvent.click(screen.getAllByRole('button', { name: 'Close' })[0]!)
  await pass(50)
  press('open again')
  expect(button('Notify us')).toBeDefined()
  expect(screen.queryByText('Report submitted')).toBeNull()
})
