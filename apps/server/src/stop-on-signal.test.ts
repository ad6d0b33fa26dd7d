import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLog } from './infra/log.ts'
import { stopOnSignal } from './stop-on-signal.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A process that gets signals. Its first exit code is the one it ends with. */
function startProcess(stop: () => Promise<void>, flushReports = async () => undefined) {
  const lines: Record<string, unknown>[] = []
  const log = createLog('info', undefined, { write: (line: string) => void lines.push(JSON.parse(line)) })
  const exitCodes: number[] = []
  const target = Object.assign(new EventEmitter(), { exit: (code: number) => exitCodes.push(code) })
  stopOnSignal({ running: { stop }, log, flushReports, target: target as unknown as NodeJS.Process })
  return { signal: (name: string) => target.emit(name), lines, exitCodes, events: () => lines.map(({ msg }) => msg) }
}

test('a signal stops the server once, however often it comes, and the process ends with 0', async () => {
  const stop = vi.fn(async () => undefined)
  const { signal, exitCodes, events } = startProcess(stop)
  signal('SIGTERM')
  signal('SIGINT')
  signal('SIGTERM')
  await vi.waitFor(() => expect(exitCodes).toEqual([0]))
  expect(stop).toHaveBeenCalledTimes(1)
  expect(events()).toEqual(['stopping'])
})

test('a stop that fails is logged, and the process ends with 1', async () => {
  const { signal, exitCodes, events } = startProcess(() => Promise.reject(new Error('no disk')))
  signal('SIGTERM')
  await vi.waitFor(() => expect(exitCodes).toEqual([1]))
  expect(events()).toEqual(['stopping', 'stop_failed'])
})

test.each([
  ['the server', () => new Promise<void>(() => undefined), undefined],
  ['the error reports', async () => undefined, () => new Promise<undefined>(() => undefined)],
])('a stop that %s never lets finish is logged after 9.5 s, and the process ends with 1', async (_, stop, flush) => {
  const { signal, exitCodes, lines, events } = startProcess(stop, flush)
  signal('SIGINT')
  await vi.advanceTimersByTimeAsync(9_499)
  expect(exitCodes).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(exitCodes[0]).toBe(1)
  expect(events()).toEqual(['stopping', 'stop_timed_out'])
  expect(lines[1]).toMatchObject({ level: 50, afterMs: 9_500 })
})
