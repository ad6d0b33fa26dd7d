import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  sessionStorage.clear()
  vi.useRealTimers()
})

/** The page as it is loaded, for the first time or again; `stands` tells how the waiting for a payment stands there. */
async function load() {
  vi.resetModules()
  const { awaitLegend, markCheckoutStarted, useLegendConfirmation } = await import('./confirmation.ts')
  const stands = (isPremium: boolean) => renderHook(() => useLegendConfirmation(isPremium)).result.current
  return { awaitLegend, markCheckoutStarted, stands }
}
const pass = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)))

test('a page that is reloaded while a payment is confirmed goes on waiting: the old plan is not shown as the truth', async () => {
  const first = await load()
  first.markCheckoutStarted()
  first.awaitLegend()
  await pass(3_000)
  expect((await load()).stands(false)).toEqual({ phase: 'asking', isHeld: true })
  cleanup()
  await pass(8_000)
  expect((await load()).stands(false)).toEqual({ phase: 'late', isHeld: true })
})

test('it waits no longer than the first page would have', async () => {
  const first = await load()
  first.markCheckoutStarted()
  first.awaitLegend()
  await pass(120_000)
  expect((await load()).stands(false)).toEqual({ phase: 'none', isHeld: false })
})

test('once the plan has come nothing is waited for any more', async () => {
  const first = await load()
  first.awaitLegend()
  first.stands(true)
  expect((await load()).stands(false).phase).toBe('none')
  expect(sessionStorage.length).toBe(0)
})

test('a note that somebody has spoilt is none', async () => {
  for (const spoilt of ['soon', '-5', String(Date.now() + 60_000)]) {
    sessionStorage.setItem('legendAwaitedSince', spoilt)
    expect((await load()).stands(false).phase).toBe('none')
  }
})
