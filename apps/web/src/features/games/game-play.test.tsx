import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import type { Game } from '@quizmaster/contract/http/games'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { activeGameTopic } from '@quizmaster/contract/channels/active-game'
import { addRoundTrip, serverNowMs } from '../../platform/server-clock.ts'
import { useCurrentGame } from './current-game.ts'
import {
  answered,
  buildGame,
  buildGameQuestion,
  buildOpenQuestion,
  buildPlayer,
  closeQuestion,
  HOST_ID,
} from './testing/build-game.ts'
import { pass, renderScreen } from '../../testing/render-screen.tsx'
import { callsTo, type SeenCall, type StubAnswer, type StubbedServer, stubServer } from '../../testing/stub-server.ts'
import { recordServerAnswer, recordTopicDown } from '../../platform/connection.ts'
import { isTimedQuestionOpen } from '../questions/question-gate.ts'
import { endSession } from '../../platform/session.ts'
import { useToasts } from '../../ui/feedback/toast.ts'
import { GamePlay } from './game-play.tsx'

const [mira, jonas] = [buildPlayer('Mira'), buildPlayer('Jonas')]
/** The device's clock is years off the server's. */
const SERVER_NOW_MS = 1_800_000_000_000
let commitAnswer: (call: SeenCall) => StubAnswer
let server: StubbedServer

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000 })
  addRoundTrip(performance.now(), SERVER_NOW_MS)
  commitAnswer = () => ({ data: {} })
  server = stubServer({ '/commit_answer': (call) => commitAnswer(call) })
})
afterEach(() => {
  cleanup()
  act(() => {
    recordTopicDown(activeGameTopic(HOST_ID), false)
    recordServerAnswer(true)
    endSession()
  })
  useToasts.setState({ toasts: [] })
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

function show(game: Game) {
  act(() => useCurrentGame.setState({ userId: HOST_ID, game }))
}

/** Opens the play screen on the first question, with this much time left. */
function playWith(leftMs = 20_000, entries: Parameters<typeof buildOpenQuestion>[1] = {}) {
  const game = buildOpenQuestion(serverNowMs() + leftMs, entries)
  show(game)
  renderScreen(<GamePlay />)
  return game
}

const answer = (letter: string) => screen.getByRole('button', { name: `q1 ${letter}` })
const states = () => [...document.querySelectorAll('[data-state]')].map((button) => button.getAttribute('data-state'))
const bodies = () => callsTo(server, '/commit_answer').map(({ body }) => body)
const seconds = () => screen.getByRole('timer').textContent
const said = () => document.getElementById('say')?.textContent ?? ''
const rows = () => [...document.querySelectorAll('ol li')].map((row) => row.textContent)

test('a skeleton is shown until a question is open', () => {
  show(buildGame({ status: 'starting', phase_ends_at: serverNowMs() + 3_000 }))
  renderScreen(<GamePlay />)
  expect(document.querySelector('[data-loading]')).not.toBeNull()
  expect(screen.queryByRole('timer')).toBeNull()
})

test('after the last question its ranking stays until the results are shown', async () => {
  const open = playWith()
  const closed = closeQuestion(open, { [jonas.id]: 600 })
  show(closed)
  await pass(1_000)
  const before = rows()
  expect(before).toHaveLength(2)
  show({ ...closed, status: 'finished', version: closed.version + 1, phase_ends_at: null })
  await pass(200)
  expect(rows()).toEqual(before)
  expect(document.querySelector('[data-loading]')).toBeNull()
})

test("the time follows the server's clock, not the device's", async () => {
  playWith(17_000)
  expect(seconds()).toBe('17')
  await pass(2_000)
  expect(seconds()).toBe('15')
  vi.setSystemTime(99_999_999)
  await pass(1_000)
  expect(seconds()).toBe('14')
})

test('the answers are announced once, then ten, five and three seconds left, and nothing in between', async () => {
  playWith(12_000)
  await pass(7_500)
  expect(said()).toBe('A: q1 A. B: q1 B. C: q1 C. D: q1 D10 seconds left5 seconds left')
  await pass(3_000)
  expect(said()).toBe('5 seconds left3 seconds left')
})

test('the first answer is sent with the time it took; later presses are ignored', async () => {
  playWith(20_000)
  await pass(3_000)
  fireEvent.click(answer('C'))
  fireEvent.click(answer('A'))
  fireEvent.click(answer('C'))
  await pass(100)
  expect(bodies()).toEqual([{ answer: 'q1-C', time_spent: 3_000, question_index: 0 }])
  expect(states()).toEqual(['dim', 'dim', 'pending', 'dim'])
  expect(screen.getByText('Waiting for other players')).toBeDefined()
})

test('the letter of the answer is announced, then the verdict, then the place and its change', async () => {
  const game = playWith(9_000)
  act(() => document.getElementById('say')?.replaceChildren())
  fireEvent.keyDown(screen.getByRole('heading', { level: 1 }), { key: '2' })
  await pass(100)
  expect(said()).toBe('You chose B')
  show(closeQuestion(game, { [jonas.id]: 1_000 }, [jonas, mira]))
  expect(said()).toContain('You are 2nd of 2, down 1, 0 points')
})

test('the ? key lists the keys', async () => {
  playWith()
  fireEvent.keyDown(screen.getByRole('heading', { level: 1 }), { key: '?' })
  await pass(100)
  expect(said()).toContain('Press 1 to 4 or A to D to answer, Enter to continue.')
  expect(bodies()).toEqual([])
})

test('a question can be answered with keys', async () => {
  playWith()
  fireEvent.keyDown(screen.getByRole('heading', { level: 1 }), { key: 'd' })
  await pass(100)
  expect(bodies()).toMatchObject([{ answer: 'q1-D' }])
})

test('when the time is up, one null answer is sent and the question can no longer be answered', async () => {
  playWith(2_000)
  await pass(1_900)
  expect(bodies()).toEqual([])
  await pass(1_000)
  fireEvent.click(answer('A'))
  await pass(500)
  expect(bodies()).toEqual([{ answer: null, time_spent: 20_000, question_index: 0 }])
  expect(states()).toEqual(['off', 'off', 'off', 'off'])
})

test('after a null answer that was sent too early the question can be answered again', async () => {
  const game = playWith(1_000)
  commitAnswer = () => ({ status: 409, body: { error: 'It is too early for this', code: 'too_early' } })
  await pass(1_100)
  expect(states()).toEqual(['off', 'off', 'off', 'off'])
  show({ ...game, phase_ends_at: serverNowMs() + 5_000 })
  await pass(600)
  commitAnswer = () => ({ data: {} })
  fireEvent.click(answer('B'))
  await pass(100)
  expect(bodies().at(-1)).toMatchObject({ answer: 'q1-B' })
  expect(useToasts.getState().toasts).toEqual([])
})

test('after a reload the answer stored on the server is shown', () => {
  playWith(9_000, { [mira.id]: answered('q1-B') })
  expect(states()).toEqual(['dim', 'pending', 'dim', 'dim'])
  fireEvent.click(answer('A'))
  expect(bodies()).toEqual([])
})

test("if an answer can't be sent, that is shown and the question is open again; nothing is sent later", async () => {
  playWith()
  commitAnswer = () => ({ status: 500, body: { error: 'Something broke', code: 'internal_error' } })
  fireEvent.click(answer('A'))
  await pass(100)
  expect(states()).toEqual(['rest', 'rest', 'rest', 'rest'])
  expect(useToasts.getState().toasts.map(({ message }) => message)).toEqual(['Something broke'])
  commitAnswer = () => ({ data: {} })
  await pass(5_000)
  expect(bodies()).toHaveLength(1)
  fireEvent.click(answer('B'))
  await pass(100)
  expect(bodies().at(-1)).toMatchObject({ answer: 'q1-B' })
})

test('an answer that was too late leaves the question closed, without a message', async () => {
  playWith()
  commitAnswer = () => ({ status: 409, body: { error: 'The question has closed', code: 'too_late' } })
  fireEvent.click(answer('A'))
  await pass(1_000)
  expect(states()).toEqual(['pending', 'dim', 'dim', 'dim'])
  expect(useToasts.getState().toasts).toEqual([])
})

test('while the channel is down no question can be answered, and nothing is sent afterwards', async () => {
  playWith(3_000)
  act(() => recordTopicDown(activeGameTopic(HOST_ID), true))
  expect(answer('A').getAttribute('aria-disabled')).toBe('true')
  fireEvent.click(answer('A'))
  await pass(4_000)
  expect(bodies()).toEqual([])
  act(() => recordTopicDown(activeGameTopic(HOST_ID), false))
  await pass(100)
  expect(bodies()).toEqual([{ answer: null, time_spent: 20_000, question_index: 0 }])
})

test('no sheet opens by itself over an unanswered question', async () => {
  playWith()
  expect(isTimedQuestionOpen()).toBe(true)
  fireEvent.click(answer('A'))
  await pass(100)
  expect(isTimedQuestionOpen()).toBe(false)
})

test('the verdict shows the right answer and why, and the ranking replaces the answers', async () => {
  const game = playWith(9_000, { [mira.id]: answered('q1-B') })
  show(closeQuestion(game, { [mira.id]: 750 }))
  expect(screen.getByText("That's correct! Answer is")).toBeDefined()
  expect(screen.getByText('All about it.')).toBeDefined()
  expect(screen.queryByRole('group', { name: 'Answers' })).toBeNull()
  expect(said()).toBe("That's correct! Answer is q1 B. All about it.You are 1st of 2, 750 points")
})

test('without an answer the verdict shows the right answer and no points', async () => {
  const game = playWith(9_000)
  show(closeQuestion(game, { [jonas.id]: 600 }, [jonas, mira]))
  expect(screen.getByText('Sorry, correct answer is')).toBeDefined()
  expect(said()).not.toContain('You chose')
  await pass(600)
  expect(rows()).toEqual(['1Jonas1up600+600', '2Mira1down0+0'])
})

test('the ranking starts in the old order and moves to the new one after half a second', async () => {
  const game = playWith(9_000)
  show(closeQuestion(game, { [jonas.id]: 600 }, [jonas, mira]))
  expect(rows()).toEqual(['2Jonas0+600', '1Mira0+0'])
  expect(document.querySelector<HTMLElement>('ol li')?.style.transform).toContain('1 * (100%')
  await pass(550)
  expect(rows()).toEqual(['1Jonas1up600+600', '2Mira1down0+0'])
  expect(document.querySelector<HTMLElement>('ol li')?.style.transform).toBe('')
})

test('with reduced motion the new order is shown at once', () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  const game = playWith(9_000)
  show(closeQuestion(game, { [jonas.id]: 600 }, [jonas, mira]))
  expect(rows()).toEqual(['1Jonas1up600+600', '2Mira1down0+0'])
})

test("the next question opens, unanswered, only when the server's state says so", async () => {
  const game = playWith(9_000, { [mira.id]: answered('q1-B') })
  const closed = closeQuestion(game, { [mira.id]: 750 })
  show(closed)
  await pass(30_000)
  expect(screen.getByText("That's correct! Answer is")).toBeDefined()
  show({
    ...closed,
    questions: [...closed.questions, buildGameQuestion('q2')],
    phase_ends_at: serverNowMs() + 20_000,
    state: { ...closed.state, current_question_index: 1, answers: { ...closed.state.answers, 1: {} } },
  })
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('What is q2?')
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))
  expect(states()).toEqual(['rest', 'rest', 'rest', 'rest'])
  fireEvent.click(screen.getByRole('button', { name: 'q2 A' }))
  await pass(100)
  expect(bodies()).toMatchObject([{ answer: 'q2-A', question_index: 1 }])
})

describe('relaxed time', () => {
  test('a player with more time sees their own end time and sends the real time spent', async () => {
    const endsAtMs = serverNowMs() + 40_000
    show(buildOpenQuestion(endsAtMs, {}, { is_relaxed: true, answer_ms: 40_000 }))
    renderScreen(<GamePlay />)
    expect(seconds()).toBe('40')
    expect(screen.getByText('Relaxed time')).toBeDefined()
    await pass(25_000)
    fireEvent.click(answer('B'))
    await pass(100)
    expect(bodies()).toEqual([{ answer: 'q1-B', time_spent: 25_000, question_index: 0 }])
    expect(screen.getByText('Relaxed time')).toBeDefined()
  })

  test('a player whose time is over is told that the others are still answering', async () => {
    show(buildOpenQuestion(serverNowMs() + 2_000, {}, { is_relaxed: true }))
    renderScreen(<GamePlay />)
    expect(screen.getByText('Question 1 of 10')).toBeDefined()
    await pass(2_200)
    expect(screen.getByRole('status').textContent).toContain('Your time is over. Waiting for other players')
    expect(screen.queryByText('Relaxed time')).toBeNull()
    fireEvent.click(answer('A'))
    expect(bodies()).toMatchObject([{ answer: null }])
  })
})

test('without a clock no time is shown or announced, and no null answer is sent', async () => {
  const settings = { ...buildGame().settings, has_clock: false as const }
  show(buildOpenQuestion(serverNowMs() + 300_000, {}, { settings }))
  renderScreen(<GamePlay />)
  expect(screen.queryByRole('timer')).toBeNull()
  await pass(60_000)
  expect(said()).not.toContain('seconds')
  fireEvent.click(answer('B'))
  await pass(100)
  expect(bodies()).toEqual([{ answer: 'q1-B', time_spent: 60_000, question_index: 0 }])
})

test('the question number stays visible while a player waits for the others', async () => {
  playWith()
  expect(screen.getByText('Question 1 of 10')).toBeDefined()
  expect(screen.getByRole('status').textContent).toBe('')
  fireEvent.click(answer('B'))
  await pass(100)
  expect(screen.getByRole('status').textContent).toBe('Waiting for other players')
  expect(screen.getByText('Question 1 of 10')).toBeDefined()
})
