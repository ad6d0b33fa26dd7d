import { expect, test } from 'vitest'
import { actionText, detailLines } from './audit-text.ts'

const told = (details: Record<string, unknown>) => detailLines(details).map(({ name, text }) => `${name}: ${text}`)

test('an action is shown as text', () => {
  expect(actionText('question_withdrawn')).toBe('Question withdrawn')
})

test('an edit shows only the changed values', () => {
  const before = {
    text: 'Where?',
    answers: [
      { id: '1', text: 'Rome' },
      { id: '2', text: 'Oslo' },
    ],
    description: null,
  }
  const after = { ...before, answers: [before.answers[0], { id: '2', text: 'Bern' }], description: 'A city.' }
  expect(told({ before, after })).toEqual(['answers 2 text: Oslo → Bern', 'description: null → A city.'])
})

test('a changed plain value is shown, along with the other details', () => {
  expect(told({ before: true, after: false, resolved_complaints: 5 })).toEqual([
    'resolved complaints: 5',
    'value: true → false',
  ])
})

test('a value present only before or only after is shown with a dash', () => {
  expect(told({ before: [], after: [{ title: 'A book' }] })).toEqual(['1 title: – → A book'])
  expect(told({ before: { name: 'Noor' }, after: {} })).toEqual(['name: Noor → –'])
})

test('details without before and after are shown as they are', () => {
  expect(told({ email: 'n***@example.com', nothing: undefined })).toEqual(['email: n***@example.com'])
  expect(told({})).toEqual([])
})
