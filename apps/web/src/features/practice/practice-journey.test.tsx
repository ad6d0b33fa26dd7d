import { act, cleanup, fireEvent, renderHook, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { closeModal, useModal } from '../modals/modal-store.ts'
import { recordServerAnswer } from '../../platform/connection.ts'
import { queryClient } from '../../platform/query-client.ts'
import { endSession } from '../../platform/session.ts'
import { useToasts } from '../../ui/feedback/toast.ts'
import { keepAnswer } from './kept-answers.ts'
import { PracticeJourney, VisitorQuiz } from './practice-journey.tsx'
import { storedJourney } from './practice-stores.ts'
import { buildQuestion, buildVerdict } from '../questions/testing/build-question.ts'
import { pass, renderScreen } from '../../testing/render-screen.tsx'
import { callsTo, SERVER_ERROR, type StubAnswer, stubServer } from '../../testing/stub-server.ts'

const q1 = buildQuestion('q1')
const q2 = buildQuestion('q2')
const q3 = buildQuestion('q3')
const bank = [q1, q2, q3]
const topics = [q1.topic.id]

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  act(() => endSession())
  recordServerAnswer(true)
  queryClient.clear()
  useToasts.setState({ toasts: [] })
  localStorage.clear()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

function play(onNextQuestion?: () => void) {
  return renderScreen(
    <PracticeJourney
      topics={topics}
      storage={storedJourney}
      settingsPath="/settings"
      {...(onNextQuestion && { onNextQuestion })}
    />,
  )
}

/** Serves the chunks in order, the last one repeatedly. "{name} B" is the right answer. */
function serve(...chunks: (typeof bank)[]) {
  return stubServer({
    '/random_list': () => ({ data: chunks.length > 1 ? chunks.shift() : chunks[0] }),
    '/verify_answer': ({ body }) => {
      const question = bank.find(({ id }) => id === body['question_id'])
      return question ? { data: buildVerdict(question, String(body['answer_id'])) } : SERVER_ERROR
    },
  })
}

async function openWith(...chunks: (typeof bank)[]) {
  const server = serve(...chunks)
  const view = play()
  await pass(520)
  return { ...view, server }
}

const answer = (text: string) => screen.getByRole('button', { name: new RegExp(`^${text}`) })
const states = () => [...document.querySelectorAll('[data-state]')].map((button) => button.getAttribute('data-state'))
const nextButton = () => screen.queryByRole('button', { name: 'Next question' })
const toastTitles = () => useToasts.getState().toasts.map(({ title }) => title)
const heading = () => screen.getByRole('heading', { level: 1 }).textContent

async function choose(text: string) {
  fireEvent.click(answer(text))
  await pass(520)
}

test('questions of the chosen topics are shown after at least 500 ms', async () => {
  const server = serve([q1, q2])
  const { container } = play()
  await pass(499)
  expect(container.querySelector('[aria-busy="true"]')).not.toBeNull()
  await pass(20)
  expect(heading()).toBe('What is q1?')
  expect(screen.getByText('Rivers')).toBeDefined()
  expect(server.calls.map(({ body }) => body)).toEqual([{ topics }])
})

test('a right answer is marked and explained only after the verdict', async () => {
  const { server } = await openWith([q1, q2])
  fireEvent.click(answer('q1 B'))
  await pass(480)
  expect(screen.queryByText('All about q1.')).toBeNull()
  expect(states()).toEqual(['dim', 'pending', 'dim', 'dim'])
  expect(nextButton()).toBeNull()
  await pass(40)
  expect(screen.getByText("That's correct! Answer is")).toBeDefined()
  expect(screen.getByText('All about q1.')).toBeDefined()
  expect(states()).toEqual(['off', 'good', 'off', 'off'])
  expect(nextButton()).not.toBeNull()
  const call = callsTo(server, '/verify_answer')[0]
  expect(call?.body).toEqual({ question_id: 'q1', answer_id: 'q1-B' })
})

test('a wrong answer shows the right one beside it', async () => {
  await openWith([q1, q2])
  await choose('q1 C')
  expect(screen.getByText('Sorry, correct answer is')).toBeDefined()
  expect(states()).toEqual(['off', 'good', 'wrong', 'off'])
})

test('the verdict is one announcement, with the chosen answer if it was wrong', async () => {
  await openWith([q1, q2])
  await choose('q1 C')
  const said = [...document.querySelectorAll('#say p')].map((line) => line.textContent)
  expect(said.at(-1)).toBe('Sorry, correct answer is q1 B. You chose q1 C. All about q1.')
})

test('only the first press counts', async () => {
  const { server } = await openWith([q1, q2])
  fireEvent.click(answer('q1 A'))
  fireEvent.click(answer('q1 B'))
  fireEvent.click(answer('q1 A'))
  await pass(520)
  fireEvent.click(answer('q1 D'))
  await pass(520)
  expect(callsTo(server, '/verify_answer').map(({ body }) => body['answer_id'])).toEqual(['q1-A'])
})

test('a failed verification is shown, marks nothing, and the question can be answered again', async () => {
  await openWith([q1, q2])
  let verdict: StubAnswer = SERVER_ERROR
  const server = stubServer({ '/verify_answer': () => verdict })
  await choose('q1 A')
  expect(states()).toEqual(['rest', 'rest', 'rest', 'rest'])
  expect(toastTitles()).toEqual(['Something went wrong'])
  expect(server.calls).toHaveLength(1)
  verdict = { data: buildVerdict(q1, 'q1-B') }
  await choose('q1 B')
  expect(states()).toEqual(['off', 'good', 'off', 'off'])
})

test('a question that the server no longer knows is skipped', async () => {
  await openWith([q1, q2])
  stubServer({ '/verify_answer': () => ({ status: 404, body: { error: 'Not found', code: 'not_found' } }) })
  await choose('q1 A')
  expect(heading()).toBe('What is q2?')
})

/** A server that can't be reached. */
const cutOff = () => stubServer({ '/verify_answer': () => 'no answer', '/healthz': () => 'no answer' })
const kept = () => JSON.parse(localStorage.getItem('waitingAnswersStore') ?? '{}').state?.answers

test('without a network an answer waits unmarked, and is judged once the server can be reached', async () => {
  await openWith([q1, q2])
  cutOff()
  await choose('q1 B')
  expect(states()).toEqual(['dim', 'waiting', 'dim', 'dim'])
  expect(screen.getByText('Waiting for the network')).toBeDefined()
  expect(document.querySelector('[data-verdict]')).toBeNull()
  const said = [...document.querySelectorAll('#say p')].map((line) => line.textContent)
  expect(said.filter((line) => line?.startsWith('Waiting for the network'))).toHaveLength(1)
  expect(toastTitles()).toEqual([])
  expect(kept()).toEqual([{ questionId: 'q1', answerId: 'q1-B' }])
  fireEvent.click(answer('q1 C'))
  const server = serve([q1])
  await pass(12_000)
  expect(states()).toEqual(['off', 'good', 'off', 'off'])
  expect(callsTo(server, '/verify_answer').map(({ body }) => body['answer_id'])).toEqual(['q1-B'])
  expect(screen.queryByText('Waiting for the network')).toBeNull()
  expect(kept()).toEqual([])
})

test('an answer whose verdict got lost is sent again, and no other can be chosen', async () => {
  await openWith([q1, q2])
  let isLost = true
  const server = stubServer({
    '/verify_answer': () => (isLost ? 'no answer' : { data: buildVerdict(q1, 'q1-A') }),
    '/healthz': () => ({ data: {} }),
  })
  await choose('q1 A')
  fireEvent.click(answer('q1 B'))
  isLost = false
  await pass(3_000)
  expect(states()).toEqual(['wrong', 'good', 'off', 'off'])
  expect(callsTo(server, '/verify_answer').map(({ body }) => body['answer_id'])).toEqual(['q1-A', 'q1-A'])
})

test('practice goes on while answers wait, and one message tells how all of them were judged', async () => {
  await openWith([q1, q2, q3])
  cutOff()
  await choose('q1 B')
  fireEvent.click(nextButton()!)
  await pass(50)
  await choose('q2 C')
  fireEvent.click(nextButton()!)
  await pass(50)
  expect(heading()).toBe('What is q3?')
  const server = serve([q1])
  await pass(12_000)
  expect(callsTo(server, '/verify_answer').map(({ body }) => body['answer_id'])).toEqual(['q1-B', 'q2-C'])
  expect(useToasts.getState().toasts.map(({ title, message }) => `${title}: ${message}`)).toEqual([
    'Back online: 1 of your 2 answers were right.',
  ])
  expect(states()).toEqual(['rest', 'rest', 'rest', 'rest'])
})

test('after the last stored question, practice says that more questions need the network', async () => {
  await openWith([q1])
  cutOff()
  await choose('q1 B')
  fireEvent.click(nextButton()!)
  await pass(50)
  expect(heading()).toBe('What is q1?')
  expect(toastTitles()).toEqual(['No more questions on this device'])
})

test('a waiting answer survives a reload', async () => {
  storedJourney.save({ questions: [q1, q2], index: 0 })
  keepAnswer({ questionId: 'q1', answerId: 'q1-B' })
  const server = serve([q3])
  play()
  await pass(520)
  expect(states()).toEqual(['off', 'good', 'off', 'off'])
  expect(callsTo(server, '/verify_answer')).toHaveLength(1)
  expect(kept()).toEqual([])
})

test('an answer given in another tab waits in this one too, and the first one counts', async () => {
  await openWith([q1, q2])
  cutOff()
  const state = { answers: [{ questionId: 'q1', answerId: 'q1-D' }] }
  localStorage.setItem('waitingAnswersStore', JSON.stringify({ state, version: 0 }))
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'waitingAnswersStore' })))
  await pass(520)
  expect(states()).toEqual(['dim', 'dim', 'dim', 'waiting'])
  await choose('q1 A')
  expect(kept()).toEqual(state.answers)
})

test('signing out drops the waiting answers, so that none is sent as the next player', async () => {
  await openWith([q1, q2])
  cutOff()
  await choose('q1 B')
  act(() => endSession())
  expect(localStorage.getItem('waitingAnswersStore')).toBeNull()
  const server = serve([q1])
  await pass(12_000)
  expect(callsTo(server, '/verify_answer')).toEqual([])
  expect(toastTitles()).toEqual([])
})

test.each([
  [404, 'not_found', 'This question is no longer available', 'What is q2?'],
  [422, 'invalid', 'Something went wrong', 'What is q1?'],
])('a waiting answer that is refused with %d is dropped', async (status, code, title, asked) => {
  await openWith([q1, q2])
  cutOff()
  await choose('q1 B')
  const refusal: StubAnswer = { status, body: { error: 'No', code } }
  stubServer({ '/verify_answer': () => refusal, '/healthz': () => ({ data: {} }) })
  await pass(12_000)
  expect(toastTitles()).toContain(title)
  expect(heading()).toBe(asked)
  expect(states()).toEqual(['rest', 'rest', 'rest', 'rest'])
  expect(kept()).toEqual([])
})

test('a waiting answer is sent again while the server is still starting', async () => {
  await openWith([q1, q2])
  cutOff()
  await choose('q1 B')
  let isReady = false
  stubServer({
    '/verify_answer': () => {
      const verdict: StubAnswer = isReady ? { data: buildVerdict(q1, 'q1-B') } : SERVER_ERROR
      isReady = true
      return verdict
    },
    '/healthz': () => ({ data: {} }),
  })
  await pass(15_000)
  expect(states()).toEqual(['off', 'good', 'off', 'off'])
})

test("a visitor's answer waits too, but is not stored", async () => {
  serve([q1, q2])
  renderScreen(<VisitorQuiz />)
  await pass(520)
  cutOff()
  await choose('q1 B')
  expect(states()).toEqual(['dim', 'waiting', 'dim', 'dim'])
  expect(localStorage.length).toBe(0)
})

test('the place is stored with each question', async () => {
  await openWith([q1, q2])
  expect(localStorage.getItem('currentQuestionIndex')).toBe('0')
  await choose('q1 B')
  fireEvent.click(nextButton()!)
  await pass(50)
  expect(heading()).toBe('What is q2?')
  expect(storedJourney.load()).toEqual({ questions: [q1, q2], index: 1 })
})

test('a reload in the middle keeps the question', async () => {
  storedJourney.save({ questions: [q1, q2], index: 1 })
  const server = serve([q3])
  play()
  expect(heading()).toBe('What is q2?')
  await pass(2000)
  expect(server.calls).toEqual([])
})

test('at the end of the list, and not before, the next chunk is fetched and the index is 0 again', async () => {
  const { server } = await openWith([q1, q2], [q3])
  await choose('q1 B')
  fireEvent.click(nextButton()!)
  await pass(50)
  await choose('q2 B')
  await pass(5000)
  expect(callsTo(server, '/random_list')).toHaveLength(1)
  fireEvent.click(nextButton()!)
  await pass(400)
  expect(nextButton()?.getAttribute('aria-busy')).toBe('true')
  expect(heading()).toBe('What is q2?')
  await pass(150)
  expect(heading()).toBe('What is q3?')
  expect(storedJourney.load()).toEqual({ questions: [q3], index: 0 })
  expect(callsTo(server, '/random_list')).toHaveLength(2)
})

test('the same question twice in a row counts as a new question', async () => {
  await openWith([q1])
  await choose('q1 B')
  fireEvent.click(nextButton()!)
  await pass(550)
  expect(states()).toEqual(['rest', 'rest', 'rest', 'rest'])
})

test("if the next chunk can't be fetched, the question stays, that is shown, and a press tries again", async () => {
  await openWith([q1])
  await choose('q1 B')
  stubServer({ '/random_list': () => SERVER_ERROR })
  fireEvent.click(nextButton()!)
  await pass(10_000)
  expect(heading()).toBe('What is q1?')
  expect(toastTitles()).toContain('Something went wrong')
  serve([q2])
  fireEvent.click(nextButton()!)
  await pass(550)
  expect(heading()).toBe('What is q2?')
})

test('onNextQuestion is called once per question that was left, and not for one that the server dropped', async () => {
  const onNextQuestion = vi.fn()
  serve([q1, q2, q3])
  play(onNextQuestion)
  await pass(520)
  await choose('q1 B')
  expect(onNextQuestion).toHaveBeenCalledTimes(0)
  fireEvent.click(nextButton()!)
  await pass(50)
  expect(onNextQuestion).toHaveBeenCalledTimes(1)
  stubServer({ '/verify_answer': () => ({ status: 404, body: { error: 'Not found', code: 'not_found' } }) })
  await choose('q2 B')
  expect(heading()).toBe('What is q3?')
  expect(onNextQuestion).toHaveBeenCalledTimes(1)
  serve([q1])
  await choose('q3 B')
  stubServer({ '/random_list': () => SERVER_ERROR })
  fireEvent.click(nextButton()!)
  await pass(10_000)
  fireEvent.click(nextButton()!)
  await pass(50)
  expect(onNextQuestion).toHaveBeenCalledTimes(2)
})

test('topics without questions show a note that links to the settings', async () => {
  await openWith([])
  expect(screen.getByRole('heading', { name: 'No questions for choosen topics' })).toBeDefined()
  expect(screen.getByRole('link', { name: 'Adjust settings' }).getAttribute('href')).toBe('/settings')
  expect(localStorage.getItem('randomQuestionsList')).toBeNull()
})

test('after a failed fetch of questions the user can try again', async () => {
  stubServer({ '/random_list': () => SERVER_ERROR })
  play()
  await pass(10_000)
  expect(screen.getByRole('heading', { name: 'Something went wrong' })).toBeDefined()
  serve([q1])
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await pass(550)
  expect(heading()).toBe('What is q1?')
})

test('a list that arrives after leaving the screen is not stored', async () => {
  serve([q1])
  const { unmount } = play()
  await pass(100)
  unmount()
  await pass(1000)
  expect(localStorage.getItem('randomQuestionsList')).toBeNull()
})

test('a question can be reported before and after it is answered', async () => {
  await openWith([q1, q2])
  const { result: modal } = renderHook(useModal)
  const report = () => fireEvent.click(screen.getByRole('button', { name: 'Report complaint' }))
  const opened = { isOpened: true, type: 'reportComplaint', data: { questionId: 'q1' } }
  report()
  expect(modal.current).toEqual(opened)
  act(closeModal)
  await choose('q1 B')
  report()
  expect(modal.current).toEqual(opened)
})

test("a visitor's quiz has no settings and stores nothing", async () => {
  serve([q1, q2])
  renderScreen(<VisitorQuiz />)
  await pass(520)
  await choose('q1 B')
  expect(screen.queryByRole('link', { name: 'Settings' })).toBeNull()
  expect(localStorage.length).toBe(0)
})

test('after five answers a visitor is told, once, what signing in saves', async () => {
  sessionStorage.clear()
  serve([q1, q2])
  const { unmount } = renderScreen(<VisitorQuiz />)
  const card = () => screen.queryByRole('complementary', { name: 'What signing in keeps' })
  const answerAndGoOn = async () => {
    await choose(`${/q\d/.exec(heading() ?? '')?.[0]} B`)
    fireEvent.click(screen.getByRole('button', { name: 'Next question' }))
    await pass(520)
  }
  await pass(520)
  for (let count = 0; count < 5; count += 1) {
    expect(card(), `after ${count} answers`).toBeNull()
    await answerAndGoOn()
  }
  expect(card()?.textContent).toContain('Signing in keeps your points and level')
  expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/base/login/request-code')
  expect(localStorage.length).toBe(0)
  await answerAndGoOn()
  expect(card(), 'it went with the answer').toBeNull()
  unmount()
  renderScreen(<VisitorQuiz />)
  await pass(520)
  for (let count = 0; count < 5; count += 1) await answerAndGoOn()
  expect(card(), 'it does not return').toBeNull()
})

test('an imported question names its author and licence', async () => {
  const source = { name: 'Open Trivia Database', url: 'https://opentdb.com/', licence: 'CC BY-SA 4.0' }
  await openWith([{ ...q1, source }])
  const link = screen.getByRole('link', { name: 'Open Trivia Database' })
  expect(link.getAttribute('href')).toBe(source.url)
  expect(link.getAttribute('rel')).toContain('noopener')
  expect(link.parentElement?.textContent).toBe('Source: Open Trivia Database, CC BY-SA 4.0')
})
