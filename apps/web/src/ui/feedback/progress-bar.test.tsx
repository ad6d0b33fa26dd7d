import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { ProgressBar, progressPart } from './progress-bar.tsx'

afterEach(cleanup)

test.each([
  [620, 1000, 0.62],
  [0, 1000, 0],
  [1000, 1000, 1],
  [1200, 1000, 1],
  [-5, 1000, 0],
])('%d of %d is %d', (value, max, part) => {
  expect(progressPart(value, max)).toBe(part)
})

test.each([
  ['no next level', 620, 0],
  ['no points and no next level', 0, 0],
  ['a next level that is not known', 620, Number.NaN],
  ['points that are not known', Number.NaN, 1000],
])('with %s the part is 0, without a division by zero', (_name, value, max) => {
  expect(progressPart(value, max)).toBe(0)
  render(<ProgressBar label="Points" value={value} max={max} />)
  expect(screen.getByRole<HTMLProgressElement>('progressbar', { name: 'Points' }).value).toBe(0)
})

test('the bar exposes its percentage to screen readers', () => {
  render(<ProgressBar label="Points" value={620} max={1000} />)
  const bar = screen.getByRole<HTMLProgressElement>('progressbar', { name: 'Points' })
  expect([bar.value, bar.max]).toEqual([62, 100])
})
