import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { TextArea, TextField } from './text-field.tsx'

afterEach(cleanup)

const descriptionOf = (input: HTMLElement) => document.getElementById(input.getAttribute('aria-describedby') ?? '')

test('the label names the field', () => {
  render(<TextField label="E-mail" name="email" />)
  expect(screen.getByLabelText<HTMLInputElement>('E-mail').name).toBe('email')
})

test('an error is announced with its field, which is marked invalid', () => {
  render(<TextField label="E-mail" error="email must be a valid email" />)
  const input = screen.getByLabelText('E-mail')
  expect(input.getAttribute('aria-invalid')).toBe('true')
  expect(descriptionOf(input)?.textContent).toBe('email must be a valid email')
})

test('the error line keeps its space while it is empty', () => {
  render(<TextField label="E-mail" error={null} />)
  const input = screen.getByLabelText('E-mail')
  expect(input.getAttribute('aria-invalid')).toBeNull()
  expect(descriptionOf(input)?.tagName).toBe('P')
  expect(descriptionOf(input)?.textContent).toBe('')
})

test('two fields of a form have separate errors', () => {
  render(
    <>
      <TextField label="One" error="first" />
      <TextField label="Two" error="second" />
    </>,
  )
  expect(descriptionOf(screen.getByLabelText('One'))?.textContent).toBe('first')
  expect(descriptionOf(screen.getByLabelText('Two'))?.textContent).toBe('second')
})

test('a hidden label still names the field', () => {
  render(<TextField label="Search topics" isLabelHidden errorLine="none" />)
  expect(screen.getByLabelText('Search topics').getAttribute('aria-describedby')).toBeNull()
})

test('a multi-line field announces its hint and its error too', () => {
  render(<TextArea label="Texts" hint="One per line" error="Too many lines" />)
  const area = screen.getByRole('textbox', { name: 'Texts', description: 'One per line Too many lines' })
  expect(area.getAttribute('aria-invalid')).toBe('true')
})

test('a multi-line field without rules has no error line', () => {
  render(<TextArea label="Comment" errorLine="none" />)
  expect(screen.getByRole('textbox', { name: 'Comment' }).getAttribute('aria-describedby')).toBeNull()
})
