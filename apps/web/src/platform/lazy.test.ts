import { beforeEach, expect, test, vi } from 'vitest'
import { loadChunk, prefetchChunk, whenUnpressed } from './lazy.ts'

const gone = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'))

beforeEach(() => {
  sessionStorage.clear()
  vi.stubGlobal('fetch', () => Promise.resolve(new Response()))
})

test('a missing chunk reloads the page once, then rejects', async () => {
  const reload = vi.fn()
  void loadChunk(gone, reload)
  await expect.poll(() => reload).toHaveBeenCalledOnce()
  await expect(loadChunk(gone, reload)).rejects.toThrow('A part of the app could not be loaded')
  expect(reload).toHaveBeenCalledOnce()
})

test('an unreachable server does not reload the page', async () => {
  vi.stubGlobal('fetch', gone)
  const reload = vi.fn()
  await expect(loadChunk(gone, reload)).rejects.toThrow('The server cannot be reached')
  expect(reload).not.toHaveBeenCalled()
})

test('a style sheet that failed is requested again until it loads; others are left alone', () => {
  vi.useFakeTimers()
  prefetchChunk(gone)
  const add = (rel: string) => document.head.appendChild(Object.assign(document.createElement('link'), { rel }))
  const [failed, loaded, other] = [add('stylesheet'), add('stylesheet'), add('modulepreload')]
  failed.href = '/results.css'
  for (const waitMs of [2_000, 4_000, 8_000]) {
    const link = document.querySelector('[href="/results.css"]')
    link?.dispatchEvent(new Event('error'))
    other.dispatchEvent(new Event('error'))
    vi.advanceTimersByTime(waitMs - 1)
    expect(link?.isConnected).toBe(true)
    vi.advanceTimersByTime(1)
    expect(link?.isConnected).toBe(false)
    expect(document.querySelectorAll('[href="/results.css"]')).toHaveLength(1)
  }
  expect([loaded, other].map(({ isConnected }) => isConnected)).toEqual([true, true])
  vi.useRealTimers()
})

test('whenUnpressed runs the work once, after nothing has been pressed for the given time', () => {
  vi.useFakeTimers()
  const work = vi.fn()
  whenUnpressed(1_000, work)
  for (const name of ['pointerdown', 'keydown']) {
    vi.advanceTimersByTime(999)
    document.body.dispatchEvent(new Event(name, { bubbles: true }))
  }
  vi.advanceTimersByTime(999)
  expect(work).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  document.body.dispatchEvent(new Event('pointerdown', { bubbles: true }))
  vi.advanceTimersByTime(5_000)
  expect(work).toHaveBeenCalledOnce()
  vi.useRealTimers()
})
