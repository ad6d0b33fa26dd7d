import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  sessionStorage.clear()
  vi.useRealTimers()
})

/** Loads or reloads the page; `state` returns the state of the confirmation on that page. */
async function load() {
  vi.resetModules()
  const { awaitLegend, markCheckoutStarted, useLegendConfirmation } = await import('./confirmation.ts')
  const state = (isPremium: boolean) => renderHook(() => useLegendConfirmation(isPremium)).result.current
  return { awaitLegend, markCheckoutStarted, state }
}
const pass = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)))

test('a page reloaded while a payment is being confirmed keeps polling and does not show the old plan', async () => {
  const first = await load()
  first.markCheckoutStarted()
  first.awaitLegend()
  await pass(3_000)
  expect((await load()).state(false)).toEqual({ phase: 'asking', isPlanUnknown: true })
  cleanup()
  await pass(8_000)
  expect((await load()).state(false)).toEqual({ phase: 'late', isPlanUnknown: true })
})

test('the reloaded page stops polling when the first would have', async () => {
  const first = await load()
  first.markCheckoutStarted()
  first.awaitLegend()
  await pass(120_000)
  expect((await load()).state(false)).toEqual({ phase: 'none', isPlanUnknown: false })
})

test('polling stops once the new plan has arrived', async () => {
  const first = await load()
  first.awaitLegend()
  first.state(true)
  expect((await load()).state(false).phase).toBe('none')
  expect(sessionStorage.length).toBe(0)
})

test('an invalid stored value is ignored', async () => {
  for (const invalid of ['soon', '-5', String(Date.now() + 60_000)]) {
    sessionStorage.setItem('legendAwaitedSince', invalid)
    expect((await load()).state(false).phase).toBe('none')
  }
})
