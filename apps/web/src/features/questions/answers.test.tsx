import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { AnswerButton, Answers, type AnswerState, answerTier } from './answers.tsx'

afterEach(cleanup)

test.each([
  [1, 'short'],
  [24, 'short'],
  [25, 'medium'],
  [52, 'medium'],
  [53, 'long'],
])('an answer of %d characters has the font tier "%s"', (length, tier) => {
  expect(answerTier('x'.repeat(length))).toBe(tier)
})

test("an answer's accessible name is its full text, without its letter and shape", () => {
  render(<AnswerButton text="Danube" index={1} state="rest" onChoose={() => undefined} />)
  const button = screen.getByRole('button', { name: 'Danube' })
  expect(button.getAttribute('aria-keyshortcuts')).toBe('2 B')
})

test('an answer at rest can be chosen', async () => {
  const onChoose = vi.fn()
  render(<AnswerButton text="Danube" index={1} state="rest" onChoose={onChoose} />)
  await userEvent.click(screen.getByRole('button'))
  expect(onChoose).toHaveBeenCalledTimes(1)
})

test.each<AnswerState>(['pending', 'dim', 'good', 'wrong', 'off'])(
  'an answer that is %s ignores presses but stays reachable for screen readers',
  async (state) => {
    const onChoose = vi.fn()
    render(<AnswerButton text="Danube" index={1} state={state} onChoose={onChoose} />)
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Danube' })
    await userEvent.click(button)
    expect(onChoose).not.toHaveBeenCalled()
    expect(button.disabled).toBe(false)
    expect(button.getAttribute('aria-disabled')).toBe('true')
  },
)

test('a verdict shows a mark in place of the letter, not only a colour', () => {
  const { rerender } = render(<AnswerButton text="Danube" index={1} state="rest" onChoose={() => undefined} />)
  const marks = () => screen.getByRole('button').querySelectorAll('svg').length
  expect(screen.getByRole('button').textContent).toBe('DanubeB')
  expect(marks()).toBe(1)
  for (const state of ['good', 'wrong'] as const) {
    rerender(<AnswerButton text="Danube" index={1} state={state} onChoose={() => undefined} />)
    expect(screen.getByRole('button').textContent).toBe('Danube')
    expect(marks()).toBe(2)
  }
})

test('while the verdict is pending, the chosen answer and the group are busy', () => {
  const { rerender } = render(
    <Answers answers={[{ id: 'a', text: 'Nile', state: 'rest' }]} onChoose={() => undefined} />,
  )
  expect(screen.getByRole('group', { name: 'Answers' }).getAttribute('aria-busy')).toBeNull()
  rerender(<Answers answers={[{ id: 'a', text: 'Nile', state: 'pending' }]} onChoose={() => undefined} />)
  expect(screen.getByRole('group', { name: 'Answers' }).getAttribute('aria-busy')).toBe('true')
  expect(screen.getByRole('button').getAttribute('aria-busy')).toBe('true')
})

test('a press reports which answer was chosen', async () => {
  const onChoose = vi.fn()
  const answers = ['Rhine', 'Danube', 'Nile', 'Mekong'].map((text) => ({ id: text, text, state: 'rest' as const }))
  render(<Answers answers={answers} onChoose={onChoose} />)
  await userEvent.click(screen.getByRole('button', { name: 'Nile' }))
  expect(onChoose.mock.calls).toEqual([['Nile']])
})

test('while the connection is down the answers ignore presses and are dimmed', async () => {
  const onChoose = vi.fn()
  render(<Answers answers={[{ id: 'a', text: 'Nile', state: 'rest' }]} isLocked onChoose={onChoose} />)
  await userEvent.click(screen.getByRole('button'))
  expect(onChoose).not.toHaveBeenCalled()
  expect(screen.getByRole('button').dataset['state']).toBe('dim')
})
