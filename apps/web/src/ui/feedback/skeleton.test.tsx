import { act, cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LiveRegions } from './announce.tsx'
import { LoadingRegion } from './skeleton.tsx'

beforeEach(() => vi.useFakeTimers())

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const said = () => document.getElementById('say')?.textContent

test('loading is announced only after 400 ms', () => {
  render(
    <>
      <LiveRegions />
      <LoadingRegion>blocks</LoadingRegion>
    </>,
  )
  act(() => void vi.advanceTimersByTime(399))
  expect(said()).toBe('')
  act(() => void vi.advanceTimersByTime(1))
  expect(said()).toBe('Loading')
})

test('content that arrives within 400 ms is not interrupted by an announcement', () => {
  const { rerender } = render(
    <>
      <LiveRegions />
      <LoadingRegion>blocks</LoadingRegion>
    </>,
  )
  act(() => void vi.advanceTimersByTime(300))
  rerender(<LiveRegions />)
  act(() => void vi.advanceTimersByTime(1000))
  expect(said()).toBe('')
})
