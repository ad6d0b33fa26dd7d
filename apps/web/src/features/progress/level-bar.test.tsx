import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LevelBar } from './level-bar.tsx'

beforeEach(() => vi.useFakeTimers())

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const wobbles = () => document.querySelector('[data-wobbling]') !== null

test('the bar shows the level as text', () => {
  render(<LevelBar level={23} percent={62} />)
  expect(screen.getByText('Lvl. 23')).toBeTruthy()
})

test('the bar does not wobble when the percentage is first known', () => {
  const { rerender } = render(<LevelBar level={23} percent={0} />)
  expect(wobbles()).toBe(false)
  rerender(<LevelBar level={23} percent={62} />)
  expect(wobbles()).toBe(false)
})

test('the bar wobbles for 500 ms on each change after the first non-zero value', () => {
  const { rerender } = render(<LevelBar level={23} percent={0} />)
  rerender(<LevelBar level={23} percent={62} />)
  rerender(<LevelBar level={23} percent={70} />)
  expect(wobbles()).toBe(true)
  act(() => void vi.advanceTimersByTime(499))
  expect(wobbles()).toBe(true)
  act(() => void vi.advanceTimersByTime(1))
  expect(wobbles()).toBe(false)
  rerender(<LevelBar level={24} percent={0} />)
  expect(wobbles()).toBe(true)
})

test('the bar does not wobble on a re-render with the same percentage', () => {
  const { rerender } = render(<LevelBar level={23} percent={62} />)
  rerender(<LevelBar level={23} percent={62} />)
  expect(wobbles()).toBe(false)
})
