import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { recordServerAnswer, recordTopicDown, onReconnect, useConnection, useConnectionTrouble } from './connection.ts'

beforeEach(() => {
  vi.useFakeTimers()
  // No jitter.
  vi.spyOn(Math, 'random').mockReturnValue(0)
})
afterEach(() => {
  cleanup()
  recordServerAnswer(true)
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

function ConnectionState() {
  return <p>{useConnection()}</p>
}

test('a server that does not answer is polled until it does', async () => {
  const ask = vi.fn<() => Promise<Response>>(() => Promise.resolve(new Response()))
  ask.mockRejectedValueOnce(new TypeError('no'))
  vi.stubGlobal('fetch', ask)
  const back = vi.fn()
  const stop = onReconnect(back)
  render(<ConnectionState />)
  act(() => recordServerAnswer(false))
  expect(screen.getByText('unreachable')).toBeDefined()
  await act(() => vi.advanceTimersByTimeAsync(2000))
  expect(screen.getByText('unreachable')).toBeDefined()
  await act(() => vi.advanceTimersByTimeAsync(5000))
  expect(screen.getByText('ok')).toBeDefined()
  expect(ask).toHaveBeenCalledTimes(2)
  expect(back).toHaveBeenCalledOnce()
  stop()
})

test('when the network is back, the server is tried at once', async () => {
  const ask = vi.fn<() => Promise<Response>>(() => Promise.resolve(new Response()))
  vi.stubGlobal('fetch', ask)
  render(<ConnectionState />)
  act(() => recordServerAnswer(false))
  await act(async () => void window.dispatchEvent(new Event('online')))
  expect(screen.getByText('ok')).toBeDefined()
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  expect(ask).toHaveBeenCalledOnce()
})

test('several failed calls start one poll', async () => {
  const ask = vi.fn<() => Promise<Response>>(() => Promise.resolve(new Response()))
  vi.stubGlobal('fetch', ask)
  for (let call = 0; call < 5; call++) recordServerAnswer(false)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(ask).toHaveBeenCalledOnce()
})

test('a browser without a network is offline until it has one again', () => {
  render(<ConnectionState />)
  vi.stubGlobal('navigator', { onLine: false })
  act(() => void window.dispatchEvent(new Event('offline')))
  expect(screen.getByText('offline')).toBeDefined()
  vi.stubGlobal('navigator', { onLine: true })
  act(() => void window.dispatchEvent(new Event('online')))
  expect(screen.getByText('ok')).toBeDefined()
})

function Trouble() {
  return <p>{useConnectionTrouble() ?? 'no trouble'}</p>
}

test('the connection is reconnecting until all realtime topics are up', () => {
  render(<Trouble />)
  act(() => recordTopicDown('user_stats:u1', true))
  act(() => recordTopicDown('active_game:u1', true))
  expect(screen.getByText('reconnecting')).toBeDefined()
  act(() => recordTopicDown('user_stats:u1', false))
  expect(screen.getByText('reconnecting')).toBeDefined()
  act(() => recordTopicDown('active_game:u1', false))
  expect(screen.getByText('no trouble')).toBeDefined()
})

test('offline takes precedence over topics that are down', () => {
  vi.stubGlobal('navigator', { onLine: false })
  render(<Trouble />)
  act(() => recordTopicDown('user_stats:u1', true))
  expect(screen.getByText('offline')).toBeDefined()
  act(() => recordTopicDown('user_stats:u1', false))
})
