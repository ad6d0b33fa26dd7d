import { useSyncExternalStore } from 'react'

/** `offline`: the browser says so. `unreachable`: it says otherwise, yet the last call got no answer. */
export type Connection = 'ok' | 'offline' | 'unreachable'

const RECHECK_MS = [2_000, 5_000, 10_000]

/** What the strip under the header says: no network, or a line that is coming back. */
export type LineTrouble = 'offline' | 'reconnecting'

let hasServerAnswered = true
const downTopics = new Set<string>()
let recheckTimer: ReturnType<typeof setTimeout> | undefined
let recheckCount = 0
const listeners = new Set<() => void>()

/** Told by every call: whether the server answered at all, whatever it said. */
export function noteServerAnswered(answered: boolean): void {
  if (answered) recheckCount = 0
  if (answered || recheckTimer === undefined) scheduleRecheck(!answered)
  if (answered === hasServerAnswered) return
  hasServerAnswered = answered
  for (const listener of listeners) listener()
}

/** Told by a realtime topic that was lost, or could not be had, and when it is there again. */
export function noteTopicDown(topic: string, isDown: boolean): void {
  if (downTopics.has(topic) === isDown) return
  if (isDown) downTopics.add(topic)
  else downTopics.delete(topic)
  for (const listener of listeners) listener()
}

/** What is wrong with the line, calls and realtime topics alike; null while nothing is. Drawn again when it changes. */
export function useLineTrouble(): LineTrouble | null {
  return useSyncExternalStore(subscribe, lineTrouble, () => null)
}

/** Whether a realtime topic is there, and the browser has a network. Drawn again when it changes. */
export function useTopicUp(topic: string): boolean {
  return useSyncExternalStore(
    subscribe,
    () => navigator.onLine && !downTopics.has(topic),
    () => true,
  )
}

/** The connection as a value, drawn again when it changes. */
export function useConnection(): Connection {
  return useSyncExternalStore(subscribe, connection, () => 'ok')
}

/** Calls back when the connection has come back, until the returned function is called. */
export function onReconnect(callback: () => void): () => void {
  let before = connection()
  return subscribe(() => {
    const now = connection()
    if (now === 'ok' && before !== 'ok') callback()
    before = now
  })
}

function connection(): Connection {
  if (!navigator.onLine) return 'offline'
  return hasServerAnswered ? 'ok' : 'unreachable'
}

function lineTrouble(): LineTrouble | null {
  const now = connection()
  if (now === 'offline') return 'offline'
  return now === 'unreachable' || downTopics.size > 0 ? 'reconnecting' : null
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

/** Nobody may press anything while the server is away, so the app itself asks until it answers. */
function scheduleRecheck(isNeeded: boolean): void {
  clearTimeout(recheckTimer)
  recheckTimer = undefined
  if (!isNeeded) return
  const waitMs = RECHECK_MS[Math.min(recheckCount, RECHECK_MS.length - 1)] ?? 10_000
  recheckCount += 1
  recheckTimer = setTimeout(() => {
    recheckTimer = undefined
    fetch('/healthz', { cache: 'no-store' }).then(
      () => noteServerAnswered(true),
      () => noteServerAnswered(false),
    )
  }, waitMs)
}
