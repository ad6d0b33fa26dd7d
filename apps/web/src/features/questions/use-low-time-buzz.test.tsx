import { cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { installNative, native } from '../../platform/native.ts'
import { useLowTimeBuzz } from './use-low-time-buzz.ts'

const browser = native()
const buzz = vi.fn()

beforeEach(() => {
  buzz.mockClear()
  installNative({ ...browser, buzz })
})
afterEach(() => {
  cleanup()
  installNative(browser)
})

function Timer({ leftMs, isWanted = true }: { leftMs: number; isWanted?: boolean }) {
  useLowTimeBuzz(leftMs, isWanted)
  return null
}

test('the phone vibrates once, when 5 s are left', () => {
  const { rerender } = render(<Timer leftMs={20_000} />)
  rerender(<Timer leftMs={5_100} />)
  expect(buzz).not.toHaveBeenCalled()
  for (let leftMs = 5_000; leftMs >= 0; leftMs -= 100) rerender(<Timer leftMs={leftMs} />)
  expect(buzz.mock.calls).toEqual([['warning']])
})

test('the phone does not vibrate for time that no longer matters', () => {
  const { rerender } = render(<Timer leftMs={5_100} isWanted={false} />)
  rerender(<Timer leftMs={5_000} isWanted={false} />)
  expect(buzz).not.toHaveBeenCalled()
})
