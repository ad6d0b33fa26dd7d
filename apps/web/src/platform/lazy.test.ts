import { beforeEach, expect, test, vi } from 'vitest'
import { loadChunk } from './lazy.ts'

const gone = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'))

beforeEach(() => {
  sessionStorage.clear()
  vi.stubGlobal('fetch', () => Promise.resolve(new Response()))
})

test('a chunk that is gone reloads the page once, then the failure shows', async () => {
  const reload = vi.fn()
  void loadChunk(gone, reload)
  await expect.poll(() => reload).toHaveBeenCalledOnce()
  await expect(loadChunk(gone, reload)).rejects.toThrow('A part of the app could not be loaded')
  expect(reload).toHaveBeenCalledOnce()
})

test('without a server nothing is reloaded: the page at hand is better than none', async () => {
  vi.stubGlobal('fetch', gone)
  const reload = vi.fn()
  await expect(loadChunk(gone, reload)).rejects.toThrow('The server can not be reached')
  expect(reload).not.toHaveBeenCalled()
})
