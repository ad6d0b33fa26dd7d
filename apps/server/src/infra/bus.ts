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
  /** False while messages may not arrive, from here or to here: then the database knows more. */
  isCarrying(): boolean
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
    isCarrying: () => true,
    onGap: () => undefined,
    ping: async () => undefined,
    close: async () => undefined,
  }
}

const PREFIX = 'quizmaster:'
const RETRY_MS = 500
/** How often it is seen to that messages are carried; who only listens would not notice. */
const LOOK_EVERY_MS = 500
/** Without an answer for so long messages may be late: the database is asked meanwhile. */
const LATE_MS = 1_000
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
    connectTimeout: ANSWER_WITHIN_MS,
    // What is silent does not answer a goodbye either.
    disconnectTimeout: RETRY_MS,
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
  try {
    await Promise.all([publisher.connect(), subscriber.connect()])
    await subscriber.subscribe(PREFIX + GAP_TOPIC)
  } catch (cause) {
    publisher.disconnect()
    subscriber.disconnect()
    throw new BusUnavailableError("VALKEY_URL: the server can't be reached", { cause })
  }
  const watch = watchCarrying(publisher, subscriber, topics)
  return {
    publish(topic, message) {
      publisher.publish(PREFIX + topic, message).catch((error: Error) => {
        // Those on this process at least are told.
        topics.tell(topic, message)
        if (watch.noteUnsent()) log.warn({ msg: 'valkey_publish_failed', reason: error.message })
      })
    },
    async subscribe(topic, listener) {
      if (topics.add(topic, listener)) await unlessDown(subscriber.subscribe(PREFIX + topic))
      return () => {
        if (topics.remove(topic, listener)) subscriber.unsubscribe(PREFIX + topic).catch(() => undefined)
      }
    },
    isCarrying: () => watch.isCarrying(),
    onGap: (listener) => void topics.add(GAP_TOPIC, listener),
    ping: async () => void (await publisher.ping()),
    close: async () => {
      watch.stop()
      publisher.disconnect()
      subscriber.disconnect()
    },
  }

  /** Nobody has to wait for a bus that is down: it listens as soon as it is back, and what went past until then is a gap. */
  async function unlessDown(listening: Promise<unknown>): Promise<void> {
    try {
      if (watch.isCarrying()) await answered(listening)
      else listening.catch(() => undefined)
    } catch (error) {
      if (watch.isCarrying()) throw error
    }
  }
}

/**
 * Sees to it that both connections answer, and says whether messages are carried. After some went past this process, or
 * could not be sent, it tells of the gap once they are carried again: this process in the first case, all of them in the
 * second.
 */
function watchCarrying(publisher: Redis, subscriber: Redis, topics: Topics) {
  let isCarrying = true
  let isMissed = false
  let isUnsent = false
  let isUnsentTold = false
  let isStopped = false
  let timer = setTimeout(() => void look(), LOOK_EVERY_MS)

  function noteDown(): void {
    isCarrying = false
  }

  async function look(): Promise<void> {
    const late = setTimeout(noteDown, LATE_MS)
    try {
      if (publisher.status === 'ready') await ask()
      else noteDown()
    } catch {
      noteDown()
      // Where no answer comes any more, none will: on to new connections.
      if (!isStopped) for (const client of [publisher, subscriber]) client.disconnect(true)
    } finally {
      clearTimeout(late)
      if (!isStopped) timer = setTimeout(() => void look(), LOOK_EVERY_MS)
    }
  }

  async function ask(): Promise<void> {
    const [wasMissed, wasUnsent] = [isMissed, isUnsent]
    isMissed = isUnsent = false
    try {
      // The subscriber answers behind the renewed subscriptions.
      await answered(Promise.all([publisher.ping(), subscriber.ping()]))
      if (wasUnsent) await answered(publisher.publish(PREFIX + GAP_TOPIC, ''))
      else if (wasMissed) topics.tell(GAP_TOPIC, '')
      isCarrying = !isMissed && !isUnsent
      if (isCarrying) isUnsentTold = false
    } catch (error) {
      isMissed ||= wasMissed
      isUnsent ||= wasUnsent
      throw error
    }
  }

  publisher.on('close', noteDown)
  subscriber.on('close', () => {
    isMissed = true
    noteDown()
  })
  return {
    isCarrying: () => isCarrying,
    /** True for the first message of an outage that could not be sent. */
    noteUnsent(): boolean {
      const isFirst = !isUnsentTold
      isUnsent = isUnsentTold = true
      noteDown()
      return isFirst
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
