import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { noteServerAnswered, noteTopicDown, onReconnect, useConnection, useLineTrouble } from './connection.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  cleanup()
  noteServerAnswered(true)
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

function Line() {
  return <p>{useConnection()}</p>
}

test('a server that does not answer is asked again by the app itself until it does', async () => {
  const ask = vi.fn<() => Promise<Response>>(() => Promise.resolve(new Response()))
  ask.mockRejectedValueOnce(new TypeError('no'))
  vi.stubGlobal('fetch', ask)
  const back = vi.fn()
  const stop = onReconnect(back)
  render(<Line />)
  act(() => noteServerAnswered(false))
  expect(screen.getByText('unreachable')).toBeDefined()
  await act(() => vi.advanceTimersByTimeAsync(2000))
  expect(screen.getByText('unreachable')).toBeDefined()
  await act(() => vi.advanceTimersByTimeAsync(5000))
  expect(screen.getByText('ok')).toBeDefined()
  expect(ask).toHaveBeenCalledTimes(2)
  expect(back).toHaveBeenCalledOnce()
  stop()
})

test('many calls that fail at once ask for the server once', async () => {
  const ask = vi.fn<() => Promise<Response>>(() => Promise.resolve(new Response()))
  vi.stubGlobal('fetch', ask)
  for (let call = 0; call < 5; call++) noteServerAnswered(false)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(ask).toHaveBeenCalledOnce()
})

test('a browser without a network is offline, and no longer when it has one', () => {
  render(<Line />)
  vi.stubGlobal('navigator', { onLine: false })
  act(() => void window.dispatchEvent(new Event('offline')))
  expect(screen.getByText('offline')).toBeDefined()
  vi.stubGlobal('navigator', { onLine: true })
  act(() => void window.dispatchEvent(new Event('online')))
  expect(screen.getByText('ok')).toBeDefined()
})

function Strip() {
  return <p>{useLineTrouble() ?? 'fine'}</p>
}

test('a realtime topic that is down is a line that is coming back, until all are there', () => {
  render(<Strip />)
  act(() => noteTopicDown('user_stats:u1', true))
  act(() => noteTopicDown('active_game:u1', true))
  expect(screen.getByText('reconnecting')).toBeDefined()
  act(() => noteTopicDown('user_stats:u1', false))
  expect(screen.getByText('reconnecting')).toBeDefined()
  act(() => noteTopicDown('active_game:u1', false))
  expect(screen.getByText('fine')).toBeDefined()
})

test('no network is said rather than what follows from it', () => {
  vi.stubGlobal('navigator', { onLine: false })
  render(<Strip />)
  act(() => noteTopicDown('user_stats:u1', true))
  expect(screen.getByText('offline')).toBeDefined()
  act(() => noteTopicDown('user_stats:u1', false))
})
