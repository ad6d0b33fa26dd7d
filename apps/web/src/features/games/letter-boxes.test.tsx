import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { LetterBoxes } from './letter-boxes.tsx'

afterEach(cleanup)

function show() {
  const completed: string[] = []
  function Boxes() {
    const [letters, setLetters] = useState('')
    return (
      <LetterBoxes
        letters={letters}
        onChange={setLetters}
        onComplete={(all) => void completed.push(all)}
        error={null}
      />
    )
  }
  render(<Boxes />)
  const boxes = () => screen.getAllByRole<HTMLInputElement>('textbox')
  const type = (index: number, text: string) => fireEvent.change(boxes()[index] as Element, { target: { value: text } })
  return { completed, boxes, type, values: () => boxes().map(({ value }) => value) }
}

test('each letter is capitalized and moves on to the next box, and the fourth completes them', () => {
  const { completed, boxes, type } = show()
  for (const [index, letter] of Array.from('hkrv').entries()) {
    expect(completed).toEqual([])
    type(index, letter)
    expect(document.activeElement).toBe(boxes()[Math.min(index + 1, 3)])
  }
  expect(completed).toEqual(['HKRV'])
})

test('pasted letters fill the boxes', () => {
  const { completed, type, values } = show()
  type(0, 'HKRT')
  expect(values()).toEqual(['H', 'K', 'R', 'T'])
  expect(completed).toEqual(['HKRT'])
})

test('a letter typed into a later box goes into the first empty one, and the focus follows', () => {
  const { boxes, type, values } = show()
  type(2, 'H')
  expect(values()).toEqual(['H', '', '', ''])
  expect(document.activeElement).toBe(boxes()[1])
})

test('characters that no stage shows are ignored', () => {
  const { type, values } = show()
  type(0, 'a')
  type(0, '4')
  expect(values()).toEqual(['', '', '', ''])
})

test('Backspace in an empty box removes the letter before it', () => {
  const { boxes, type, values } = show()
  type(0, 'H')
  type(1, 'K')
  fireEvent.keyDown(boxes()[2] as Element, { key: 'Backspace' })
  expect(values()).toEqual(['H', '', '', ''])
  expect(document.activeElement).toBe(boxes()[1])
})
