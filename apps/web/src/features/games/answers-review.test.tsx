import type { Game, GameAnswer } from '@quizmaster/contract/http/games'
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderScreen } from '../../testing/render-screen.tsx'
import { closeModal, useModal } from '../modals/modal-store.ts'
import { GameAnswers } from './answers-review.tsx'
import { useCurrentGame } from './current-game.ts'
import { GameResults } from './results.tsx'
import { buildGame, buildGameQuestion, buildPlayer, GUEST_ID, HOST_ID } from './testing/build-game.ts'

const [mira, jonas] = [buildPlayer('Mira'), buildPlayer('Jonas')]
const questions = ['q1', 'q2', 'q3'].map(buildGameQuestion)
const answered = (id: string | null, time_spent: number, points: number): GameAnswer => ({
  answer: id as GameAnswer['answer'],
  time_spent,
  points,
  is_pause: true,
  is_answered: id !== null,
})
const FINISHED = buildGame({ status: 'finished', players: [mira, jonas], questions })
const PLAYED: Game = {
  ...FINISHED,
  state: {
    points: { [mira.id]: 834, [jonas.id]: 0 },
    current_question_index: 2,
    answers: {
      0: { [mira.id]: answered('q1-A', 6_640, 834), [jonas.id]: answered('q1-B', 900, 0) },
      1: { [mira.id]: answered('q2-C', 4_400, 0), [jonas.id]: answered(null, 20_000, 0) },
      2: { [mira.id]: answered(null, 20_000, 0), [jonas.id]: answered('q3-B', 3_000, 0) },
    },
    answers_info_items: Object.fromEntries(
      questions.map(({ answers }, index) => {
        const right = answers[0]
        if (!right) throw new Error('no answers')
        return [
          index,
          { correct_answer_id: right.id, correct_answer_text: right.text, description: `Because ${index}.` },
        ]
      }),
    ),
  },
}

const NOON = new Date(2026, 4, 3, 12).getTime()
const HALF_PAST_MIDNIGHT = new Date(2026, 4, 3, 0, 30).getTime()

beforeEach(() => void vi.useFakeTimers({ now: NOON, toFake: ['Date'] }))
afterEach(() => {
  cleanup()
  closeModal()
  vi.useRealTimers()
})

/** Shows which modal is open, and with what data. */
function ModalShown() {
  const { type, data } = useModal()
  return <output>{JSON.stringify({ type, data })}</output>
}

function open(game: Game, screenOf: 'answers' | 'results', userId = HOST_ID, isReviewOn = true) {
  act(() => useCurrentGame.setState({ userId, game, leftId: null }))
  renderScreen(
    <>
      {screenOf === 'answers' ? <GameAnswers isReviewOn={isReviewOn} /> : <GameResults />}
      <ModalShown />
    </>,
  )
}
const openRow = (number: number) =>
  fireEvent.click(screen.getByRole('button', { name: new RegExp(`^Question ${number}, `) }))
const rows = () => screen.getAllByRole('button').map(({ textContent }) => textContent)

test('each question says how its points were earned', () => {
  open(PLAYED, 'answers')
  expect(rows()).toEqual([
    'Question 1, right. What is q1? 834: right after 6.6 s',
    'Question 2, missed. What is q2? 0: not right, after 4.4 s',
    'Question 3, missed. What is q3? 0: no answer in 20 s',
  ])
  for (const text of ['1 of 3', '834', '+8']) expect(screen.getByText(text)).toBeDefined()
})

test("an open question shows the player's choice, the right answer and why; any number can be open", () => {
  open(PLAYED, 'answers')
  const [right, wrong, missed] = screen.getAllByRole('button')
  if (!right || !wrong || !missed) throw new Error('too few rows')
  expect(screen.queryByText('Because 1.')).toBeNull()
  for (const row of [right, wrong, missed]) fireEvent.click(row)
  expect(right.getAttribute('aria-expanded')).toBe('true')
  for (const text of ['Because 0.', 'Because 1.', 'Because 2.', 'q2 C', 'q2 A', 'No answer', 'q3 A'])
    expect(screen.getByText(text)).toBeDefined()
  fireEvent.click(wrong)
  expect(screen.queryByText('Because 1.')).toBeNull()
  expect(screen.getByText('Because 0.')).toBeDefined()
})

test('only a missed question says that it comes back tomorrow', () => {
  open(PLAYED, 'answers')
  openRow(1)
  expect(screen.queryByText(/^Comes back/)).toBeNull()
  for (const missed of [2, 3]) openRow(missed)
  expect(screen.getAllByText('Comes back tomorrow')).toHaveLength(2)
})

test('in the hour after midnight the game may have ended yesterday, so no day is named', () => {
  vi.setSystemTime(HALF_PAST_MIDNIGHT)
  open(PLAYED, 'answers')
  openRow(2)
  expect(screen.getByText('Comes back soon')).toBeDefined()
})

test('no question is said to come back if the player has switched that off', () => {
  open(PLAYED, 'answers', HOST_ID, false)
  openRow(2)
  expect(screen.queryByText(/^Comes back/)).toBeNull()
})

test('a question that was cut short by the end of the game comes back only for players who had answered', () => {
  open({ ...PLAYED, is_cancelled: true }, 'answers')
  openRow(3)
  expect(screen.queryByText(/^Comes back/)).toBeNull()
  openRow(2)
  expect(screen.getByText('Comes back tomorrow')).toBeDefined()
})

test('a question can be reported from its row', () => {
  open(PLAYED, 'answers')
  openRow(2)
  fireEvent.click(screen.getByRole('button', { name: 'Report complaint' }))
  expect(screen.getByRole('status').textContent).toBe(
    JSON.stringify({ type: 'reportComplaint', data: { gameQuestionIndex: 1 } }),
  )
})

test('the results link to the answers and show their total', () => {
  open(PLAYED, 'results')
  const link = screen.getByRole('link', { name: /^Your answers/ })
  expect(link.getAttribute('href')).toBe('/app/private-game/answers')
  expect(link.textContent).toContain('1 of 3 right, +8 for level and rank')
})

test('a cancelled game has no podium and earns no points', () => {
  open(PLAYED, 'results', GUEST_ID)
  expect(document.querySelector('section[aria-hidden=true]')).not.toBeNull()
  cleanup()
  open({ ...PLAYED, is_cancelled: true }, 'results')
  expect(document.querySelector('section[aria-hidden=true]')).toBeNull()
  expect(screen.getByText('1 of 3 right, +0 for level and rank')).toBeDefined()
})
