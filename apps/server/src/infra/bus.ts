import { Redis } from 'ioredis'
import { withinMs } from './db/within.ts'
import type { Logger } from './log.ts'

type Listener = (message: string) => void

/** Carries messages between the processes of one site. At most once: what must not get lost is in the database. */
export interface Bus {
  /** Sends to every process that listens to the topic, this one too. */
  publish(topic: string, message: string): void
  /** Resolves once messages arrive; gives the function that ends it. */
  subscribe(topic: string, listener: Listener): Promise<() => void>
  /** Told that messages may have been lost, once they are carried again: whoever counts on them reads anew. */
  onGap(listener: () => void): void
  /** Rejects while messages can't be carried, after 2 s without an answer too. */
  ping(): Promise<void>
  close(): Promise<void>
}

/** The start can't go on without the bus that the settings name. */
export class BusUnavailableError extends Error {
  override readonly name = 'BusUnavailableError'
}

/** Within this process (contract 1, VALKEY_URL unset). */
export function createMemoryBus(): Bus {
  const topics = createTopics()
  return {
    // In a turn of its own, as over a network: who publishes has finished before anyone hears of it.
    publish: (topic, message) => queueMicrotask(() => topics.tell(topic, message)),
    subscribe: async (topic, listener) => {
      topics.add(topic, listener)
      return () => void topics.remove(topic, listener)
    },
    onGap: () => undefined,
    ping: async () => undefined,
    close: async () => undefined,
  }
}

const PREFIX = 'quizmaster:'
const RETRY_MS = 500
/** A server that hangs, or a network that swallows everything, must not keep `/readyz` or a message waiting. */
const ANSWER_WITHIN_MS = 2_000
/** Heard by every process when one could not send. */
const GAP_TOPIC = 'gap'

/** Over Valkey or Redis pub/sub: a process is sent only the topics it listens to. */
export async function createValkeyBus(url: string, log: Logger): Promise<Bus> {
  const topics = createTopics()
  const options = {
    lazyConnect: true,
    maxRetriesPerRequest: 1,
    enableOfflineQueue: false,
    retryStrategy: () => RETRY_MS,
  }
  const publisher = new Redis(url, {
    ...options,
    commandTimeout: ANSWER_WITHIN_MS,
    // What was given up must not come late, behind what is newer.
    autoResendUnfulfilledCommands: false,
  })
  const subscriber = new Redis(url, {
    ...options,
    autoResubscribe: true,
    maxRetriesPerRequest: null,
    enableOfflineQueue: true,
  })
  for (const client of [publisher, subscriber]) {
    client.on('error', (error: Error) => log.warn({ msg: 'valkey_error', reason: error.message }))
  }
  subscriber.on('message', (channel, message) => topics.tell(channel.slice(PREFIX.length), message))
  const gap = createGapTeller(publisher, subscriber, topics)
  try {
    await Promise.all([publisher.connect(), subscriber.connect()])
    await subscriber.subscribe(PREFIX + GAP_TOPIC)
  } catch (cause) {
    gap.stop()
    publisher.disconnect()
    subscriber.disconnect()
    throw new BusUnavailableError("VALKEY_URL: the server can't be reached", { cause })
  }
  return {
    publish(topic, message) {
      publisher.publish(PREFIX + topic, message).catch((error: Error) => {
        // Those on this process at least are told.
        log.warn({ msg: 'valkey_publish_failed', reason: error.message })
        topics.tell(topic, message)
        gap.noteUnsent()
      })
    },
    async subscribe(topic, listener) {
      if (topics.add(topic, listener)) await subscriber.subscribe(PREFIX + topic)
      return () => {
        if (topics.remove(topic, listener)) subscriber.unsubscribe(PREFIX + topic).catch(() => undefined)
      }
    },
    onGap: (listener) => void topics.add(GAP_TOPIC, listener),
    ping: async () => void (await publisher.ping()),
    close: async () => {
      gap.stop()
      publisher.disconnect()
      subscriber.disconnect()
    },
  }
}

/**
 * Watches for messages that went past this process, or that it could not send, and tells of the gap once they are
 * carried again: this process in the first case, all of them in the second.
 */
function createGapTeller(publisher: Redis, subscriber: Redis, topics: Topics) {
  let isMissed = false
  let isUnsent = false
  let timer: NodeJS.Timeout | undefined
  let isStopped = false

  function lookSoon(): void {
    if (!isStopped) timer ??= setTimeout(() => void look(), RETRY_MS)
  }

  async function look(): Promise<void> {
    if (publisher.status === 'ready' && subscriber.status === 'ready') await tell()
    timer = undefined
    if (isMissed || isUnsent) lookSoon()
  }

  async function tell(): Promise<void> {
    const [wasMissed, wasUnsent] = [isMissed, isUnsent]
    isMissed = isUnsent = false
    try {
      // Answered behind the renewed subscriptions.
      await answered(subscriber.ping())
      if (wasUnsent) await answered(publisher.publish(PREFIX + GAP_TOPIC, ''))
      else topics.tell(GAP_TOPIC, '')
    } catch {
      isMissed ||= wasMissed
      isUnsent ||= wasUnsent
      // Where no answer comes any more, none will: on to new connections.
      if (!isStopped) for (const client of [publisher, subscriber]) client.disconnect(true)
    }
  }

  subscriber.on('close', () => {
    isMissed = true
    lookSoon()
  })
  return {
    noteUnsent() {
      isUnsent = true
      lookSoon()
    },
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}

function answered(asked: Promise<unknown>): Promise<unknown> {
  return withinMs(asked, ANSWER_WITHIN_MS, 'Valkey does not answer')
}

type Topics = ReturnType<typeof createTopics>

/** Who listens to what, within this process. */
function createTopics() {
  const listeners = new Map<string, Set<Listener>>()
  return {
    /** True for the first listener of a topic. */
    add(topic: string, listener: Listener): boolean {
      const set = listeners.get(topic) ?? new Set()
      listeners.set(topic, set.add(listener))
      return set.size === 1
    },
    /** True for the last one. */
    remove(topic: string, listener: Listener): boolean {
      const set = listeners.get(topic)
      if (!set?.delete(listener) || set.size > 0) return false
      return listeners.delete(topic)
    },
    tell(topic: string, message: string): void {
      for (const listener of listeners.get(topic) ?? []) listener(message)
    },
  }
}
