import { useSyncExternalStore } from 'react'
import { create } from 'zustand'
import type { ConnectionTrouble } from '../ui/feedback/status-pill.tsx'
import { serverUrl } from './api-origin.ts'
import { Backoff } from './backoff.ts'

/** `offline`: the browser reports no network. `unreachable`: it reports one, but the last call got no answer. */
export type Connection = 'ok' | 'offline' | 'unreachable'

interface ServerState {
  hasAnswered: boolean
  /** The realtime topics that should be joined but are not. */
  downTopics: ReadonlySet<string>
}

const POLL_WAITS_MS = [2_000, 5_000, 10_000]

const useServerState = create<ServerState>(() => ({ hasAnswered: true, downTopics: new Set() }))

/** Polls the server while it is unreachable: no button works then, so no other call would find out that it is back. */
class ServerPoll {
  readonly #backoff = new Backoff(POLL_WAITS_MS)
  #timer: ReturnType<typeof setTimeout> | undefined

  start(): void {
    if (this.#timer !== undefined) return
    this.#timer = setTimeout(this.#ask, this.#backoff.next())
    window.addEventListener('online', this.#ask)
  }

  stop(): void {
    this.#clear()
    this.#backoff.reset()
  }

  readonly #ask = () => {
    this.#clear()
    fetch(serverUrl('/healthz'), { cache: 'no-store' }).then(
      () => recordServerAnswer(true),
      () => recordServerAnswer(false),
    )
  }

  #clear(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    window.removeEventListener('online', this.#ask)
  }
}

const serverPoll = new ServerPoll()

/** Records for each call whether the server answered, with any status. */
export function recordServerAnswer(hasAnswered: boolean): void {
  if (hasAnswered) serverPoll.stop()
  else serverPoll.start()
  if (hasAnswered !== useServerState.getState().hasAnswered) useServerState.setState({ hasAnswered })
}

/** Records whether a realtime topic is down, that is, not joined or not in sync. */
export function recordTopicDown(topic: string, isDown: boolean): void {
  const { downTopics } = useServerState.getState()
  if (downTopics.has(topic) === isDown) return
  const others = [...downTopics].filter((other) => other !== topic)
  useServerState.setState({ downTopics: new Set(isDown ? [...others, topic] : others) })
}

/** What is wrong with the connection, for calls or for realtime topics; null if nothing is. */
export function useConnectionTrouble(): ConnectionTrouble | null {
  const connection = useConnection()
  const hasDownTopics = useServerState(({ downTopics }) => downTopics.size > 0)
  if (connection === 'offline') return 'offline'
  return connection === 'unreachable' || hasDownTopics ? 'reconnecting' : null
}

/** Whether a realtime topic is joined, and the browser has a network. */
export function useTopicUp(topic: string): boolean {
  const isUp = useServerState(({ downTopics }) => !downTopics.has(topic))
  return useOnline() && isUp
}

/** The state of the connection. */
export function useConnection(): Connection {
  const isOnline = useOnline()
  const hasAnswered = useServerState((state) => state.hasAnswered)
  return connectionOf(isOnline, hasAnswered)
}

/** Whether there is a network and the last call got an answer. */
export function isConnected(): boolean {
  return connectionOf(navigator.onLine, useServerState.getState().hasAnswered) === 'ok'
}

/** Calls back when calls are answered again, until the returned function is called. */
export function onReconnect(callback: () => void): () => void {
  const isUp = () => connectionOf(navigator.onLine, useServerState.getState().hasAnswered) === 'ok'
  const check = callWhenUp(isUp, callback)
  const stops = [subscribeToNetwork(check), useServerState.subscribe(check)]
  return () => stops.forEach((stop) => stop())
}

/**
 * Calls back when all realtime topics are joined again, until the returned function is called. Until topics can be
 * joined, a starting server answers calls with 503.
 */
export function onTopicsUp(callback: () => void): () => void {
  return useServerState.subscribe(callWhenUp(() => useServerState.getState().downTopics.size === 0, callback))
}

/** Returns a function to be called on each change, which calls back when `isUp` has become true. */
function callWhenUp(isUp: () => boolean, callback: () => void): () => void {
  let wasUp = isUp()
  return () => {
    const before = wasUp
    wasUp = isUp()
    if (wasUp && !before) callback()
  }
}

function connectionOf(isOnline: boolean, hasAnswered: boolean): Connection {
  if (!isOnline) return 'offline'
  return hasAnswered ? 'ok' : 'unreachable'
}

function useOnline(): boolean {
  return useSyncExternalStore(
    subscribeToNetwork,
    () => navigator.onLine,
    () => true,
  )
}

function subscribeToNetwork(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}
