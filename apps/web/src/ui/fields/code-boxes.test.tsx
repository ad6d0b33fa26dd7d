import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { CodeBoxes } from './code-boxes.tsx'
import { NO_DIGITS, type CodeDigits } from './code-digits.ts'

afterEach(cleanup)

type Props = { initial?: CodeDigits; onComplete?: (code: string) => void; error?: string; refusals?: number }

function Form({ initial = NO_DIGITS, onComplete = vi.fn(), error, refusals = 0 }: Props) {
  const [digits, setDigits] = useState(initial)
  return (
    <CodeBoxes
      legend="Code from your e-mail"
      digits={digits}
      onChange={setDigits}
      onComplete={onComplete}
      error={error}
      refusals={refusals}
    />
  )
}

const box = (number: number) => screen.getByRole<HTMLInputElement>('textbox', { name: `Digit ${number} of 6` })
const held = () => [1, 2, 3, 4, 5, 6].map((number) => box(number).value).join('|')

test('the six boxes are named num-1 to num-6 and the first takes a one-time code', () => {
  render(<Form />)
  expect([1, 2, 3, 4, 5, 6].map((number) => box(number).name)).toEqual([
    'num-1',
    'num-2',
    'num-3',
    'num-4',
    'num-5',
    'num-6',
  ])
  expect(box(1).autocomplete).toBe('one-time-code')
  expect(screen.getByRole('group', { name: 'Code from your e-mail' })).toBeTruthy()
})

test('typing moves from box to box and submits the code once it is complete', async () => {
  const onComplete = vi.fn()
  render(<Form onComplete={onComplete} />)
  await userEvent.click(box(1))
  await userEvent.keyboard('40591')
  expect(document.activeElement).toBe(box(6))
  expect(onComplete).not.toHaveBeenCalled()
  await userEvent.keyboard('7')
  expect(held()).toBe('4|0|5|9|1|7')
  expect(onComplete.mock.calls).toEqual([['405917']])
})

test('backspace clears the box, and on an empty box goes back and clears the one before', async () => {
  render(<Form initial={['4', '0', '5', '', '', '']} />)
  await userEvent.click(box(3))
  await userEvent.keyboard('{Backspace}')
  expect(held()).toBe('4|0||||')
  expect(document.activeElement).toBe(box(3))
  await userEvent.keyboard('{Backspace}')
  expect(held()).toBe('4|||||')
  expect(document.activeElement).toBe(box(2))
})

test('arrows move between the boxes and stop at both ends', async () => {
  render(<Form />)
  await userEvent.click(box(2))
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}')
  expect(document.activeElement).toBe(box(1))
  await userEvent.keyboard('{ArrowRight}')
  expect(document.activeElement).toBe(box(2))
  await userEvent.keyboard('{End}{ArrowRight}')
  expect(document.activeElement).toBe(box(6))
})

test('a code pasted into any box fills all six and is submitted once', async () => {
  const onComplete = vi.fn()
  render(<Form initial={['9', '9', '9', '', '', '']} onComplete={onComplete} />)
  await userEvent.click(box(4))
  await userEvent.paste(' 405 917 ')
  expect(held()).toBe('4|0|5|9|1|7')
  expect(onComplete.mock.calls).toEqual([['405917']])
})

test('part of a code is pasted from the current box on, and not submitted', async () => {
  const onComplete = vi.fn()
  render(<Form initial={['4', '0', '', '', '', '']} onComplete={onComplete} />)
  await userEvent.click(box(3))
  await userEvent.paste('59')
  expect(held()).toBe('4|0|5|9||')
  expect(document.activeElement).toBe(box(5))
  expect(onComplete).not.toHaveBeenCalled()
})

test('a code filled in by the phone spreads from the first box over all', () => {
  const onComplete = vi.fn()
  render(<Form onComplete={onComplete} />)
  fireEvent.change(box(1), { target: { value: '405917' } })
  expect(held()).toBe('4|0|5|9|1|7')
  expect(onComplete.mock.calls).toEqual([['405917']])
})

test('a digit typed over another replaces it, wherever the caret is', () => {
  render(<Form initial={['4', '', '', '', '', '']} />)
  fireEvent.change(box(1), { target: { value: '74' } })
  expect(box(1).value).toBe('7')
  fireEvent.change(box(1), { target: { value: '78' } })
  expect(box(1).value).toBe('8')
})

test('correcting one digit of a complete code submits the new code once', async () => {
  const onComplete = vi.fn()
  render(<Form initial={['4', '0', '5', '9', '1', '7']} onComplete={onComplete} />)
  await userEvent.click(box(6))
  await userEvent.keyboard('8')
  expect(onComplete.mock.calls).toEqual([['405918']])
})

test('typing the same digit again moves on and submits nothing', async () => {
  const onComplete = vi.fn()
  render(<Form initial={['4', '0', '5', '9', '1', '7']} onComplete={onComplete} />)
  await userEvent.click(box(1))
  await userEvent.keyboard('4')
  expect(onComplete).not.toHaveBeenCalled()
  expect(document.activeElement).toBe(box(2))
})

test('Ctrl+V is never blocked, even in a box that contains a v', () => {
  render(<Form initial={['v', '', '', '', '', '']} />)
  const isLetThrough = fireEvent.keyDown(box(1), { key: 'v', ctrlKey: true })
  expect(isLetThrough).toBe(true)
})

test('pasting the same code again submits it again', async () => {
  const onComplete = vi.fn()
  render(<Form initial={['4', '0', '5', '9', '1', '7']} onComplete={onComplete} />)
  await userEvent.click(box(1))
  await userEvent.paste('405917')
  expect(onComplete).toHaveBeenCalledTimes(1)
})

test('letters stay visible, and the boxes are described by the error', () => {
  render(<Form initial={['4', '0', 'a', '9', '1', '7']} error="Only numbers are allowed" />)
  expect(held()).toBe('4|0|a|9|1|7')
  const group = screen.getByRole('group', { name: 'Code from your e-mail' })
  const description = document.getElementById(group.getAttribute('aria-describedby') ?? '')
  expect(description?.textContent).toBe('Only numbers are allowed')
  expect(box(1).getAttribute('aria-invalid')).toBe('true')
})

test('a refused code keeps its digits and selects the first box', () => {
  const { rerender } = render(<Form initial={['4', '0', '5', '9', '1', '7']} />)
  rerender(<Form refusals={1} error="The code is wrong" />)
  expect(held()).toBe('4|0|5|9|1|7')
  expect(document.activeElement).toBe(box(1))
  expect([box(1).selectionStart, box(1).selectionEnd]).toEqual([0, 1])
})
