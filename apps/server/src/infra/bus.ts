import { Redis } from 'ioredis'
import type { Kysely } from 'kysely'
import pTimeout from 'p-timeout'
import { type Clock, systemClock } from './clock.ts'
import { batched } from './db/batched.ts'
import type { Tables } from './db/tables.ts'
import type { Logger } from './log.ts'
import { createOutage, type Outage } from './outage.ts'

type Listener = (message: string) => void

/** Pub/sub between the processes of an installation. At most once: what must not get lost is in the database. */
export interface Bus {
  /** Sends to every process that listens to the topic, including this one. */
  publish(topic: string, message: string): void
  /**
   * Like `publish`, for topics whose listeners are mostly in this process: they get the message at once, and it is sent
   * to other processes only if they listen. It may overtake earlier messages and arrive here twice, so receivers must
   * be able to tell old messages from new ones.
   */
  publishLocalFirst(topics: readonly string[], message: string): void
  /** Sends to other processes. Calls `encode` only if any of them listen; the message may then arrive here too. */
  publishToOthers(topic: string, encode: () => string): void
  /** Resolves once subscribed, with a function that unsubscribes. */
  subscribe(topic: string, listener: Listener): Promise<() => void>
  /** False while messages from or to this process may get lost. */
  isConnected(): boolean
  /** Calls the listener once the bus works again after messages may have been lost: it should read the database. */
  onGap(listener: () => void): void
  /** Rejects if the bus doesn't answer within 2 s. */
  ping(): Promise<void>
  close(): Promise<void>
}

/** The configured bus can't be reached. */
export class BusUnavailableError extends Error {
  override readonly name = 'BusUnavailableError'
}

/** A bus within this process, used if VALKEY_URL is not set. */
export function createMemoryBus(): Bus {
  const topics = createTopics()
  return {
    // Asynchronous, as over a network: publish returns before any listener is called.
    publish: (topic, message) => queueMicrotask(() => topics.notify(topic, message)),
    publishLocalFirst(all, message) {
      for (const topic of all) queueMicrotask(() => topics.notify(topic, message))
    },
    publishToOthers: () => undefined,
    subscribe: async (topic, listener) => {
      topics.add(topic, listener)
      return () => void topics.remove(topic, listener)
    },
    isConnected: () => true,
    onGap: () => undefined,
    ping: async () => undefined,
    close: async () => undefined,
  }
}

const RETRY_MS = 500
/** A subscriber doesn't notice a dead connection by itself, so both connections are pinged this often. */
const PING_EVERY_MS = 500
/** After this long without an answer the bus counts as disconnected. */
const LATE_MS = 1_000
/** The time limit of each command, in case the server hangs or the network drops everything. */
const ANSWER_WITHIN_MS = 2_000
/** Published to all processes after one of them could not send a message. */
const GAP_TOPIC = 'gap'

/** For tests, which share one Valkey server and run on machines that may stall. */
export interface BusOptions {
  /** Processes with different prefixes don't receive each other's messages. */
  readonly prefix?: string
  readonly lateMs?: number
  readonly answerWithinMs?: number
}

/** A bus over Valkey or Redis pub/sub. A process subscribes only to the topics it listens to. */
export async function createValkeyBus(url: string, log: Logger, options: BusOptions = {}): Promise<Bus> {
  const { prefix = 'quizmaster:', lateMs = LATE_MS, answerWithinMs = ANSWER_WITHIN_MS } = options
  const topics = createTopics()
  const outage = createOutage({ log, clock: systemClock }, { begun: 'bus_outage', ended: 'bus_outage_over' })
  const redisOptions = {
    lazyConnect: true,
    // Unanswered commands are rejected when the connection is lost, so that a gap is announced when it is back.
    maxRetriesPerRequest: 0,
    enableOfflineQueue: false,
    retryStrategy: () => RETRY_MS,
    connectTimeout: answerWithinMs,
    // A silent server doesn't answer QUIT either.
    disconnectTimeout: RETRY_MS,
  }
  const publisher = new Redis(url, {
    ...redisOptions,
    commandTimeout: answerWithinMs,
    // A message that timed out must not arrive after newer ones.
    autoResendUnfulfilledCommands: false,
  })
  const subscriber = new Redis(url, {
    ...redisOptions,
    autoResubscribe: true,
    maxRetriesPerRequest: null,
    enableOfflineQueue: true,
  })
  for (const client of [publisher, subscriber]) {
    // The monitor notices lost connections.
    client.on('error', () => undefined)
  }
  subscriber.on('message', (channel, message) => topics.notify(channel.slice(prefix.length), message))
  try {
    await Promise.all([publisher.connect(), subscriber.connect()])
    await subscriber.subscribe(prefix + GAP_TOPIC)
  } catch (cause) {
    publisher.disconnect()
    subscriber.disconnect()
    throw new BusUnavailableError("VALKEY_URL: the server can't be reached", { cause })
  }
  const answered = (command: Promise<unknown>) =>
    pTimeout(command, { milliseconds: answerWithinMs, message: 'Valkey does not answer' })
  const announceGap = () => publisher.publish(prefix + GAP_TOPIC, '')
  const monitor = monitorConnections({ publisher, subscriber, answered, announceGap, lateMs }, topics, outage)
  /** This process's subscriptions. Valkey includes the confirmed ones in its count of subscribers. */
  const subscriptions = new Map<string, { isConfirmed: boolean }>()
  subscriber.on('close', () => subscriptions.clear())
  // Valkey answers in order, so requests needn't wait for each other, which would delay updates on a slow network.
  const countSubscribers = batched((names: readonly string[]) => subscriberCounts(publisher, prefix, names), {
    maxConcurrent: Infinity,
  })

  async function subscribeTo(topic: string): Promise<void> {
    const subscription = { isConfirmed: false }
    subscriptions.set(topic, subscription)
    await subscriber.subscribe(prefix + topic)
    subscription.isConfirmed = true
  }

  /** The topics that other processes listen to. A subscription of ours that changes meanwhile is taken for theirs. */
  async function listenedToByOthers(names: readonly string[]): Promise<string[]> {
    const own = names.map((topic) => subscriptions.get(topic)).map((each) => (each?.isConfirmed ? each : null))
    const counts = await Promise.all(names.map((topic) => countSubscribers(topic)))
    return names.filter((topic, index) => {
      const isOwnCounted = own[index] === subscriptions.get(topic)
      return (counts[index] ?? 0) > (isOwnCounted ? 1 : 0)
    })
  }

  async function sendToOthers(names: readonly string[], encode: () => string): Promise<void> {
    try {
      const listened = await listenedToByOthers(names)
      if (listened.length === 0) return
      const message = encode()
      await Promise.all(listened.map((topic) => publisher.publish(prefix + topic, message)))
    } catch (error) {
      monitor.recordUnsent(error as Error)
    }
  }

  return {
    publish(topic, message) {
      publisher.publish(prefix + topic, message).catch((error: Error) => {
        // Listeners in this process still get the message.
        topics.notify(topic, message)
        monitor.recordUnsent(error)
      })
    },
    publishLocalFirst(names, message) {
      for (const topic of names) queueMicrotask(() => topics.notify(topic, message))
      void sendToOthers(names, () => message)
    },
    publishToOthers: (topic, encode) => void sendToOthers([topic], encode),
    async subscribe(topic, listener) {
      if (topics.add(topic, listener)) await unlessDisconnected(subscribeTo(topic))
      return () => {
        if (!topics.remove(topic, listener)) return
        subscriptions.delete(topic)
        subscriber.unsubscribe(prefix + topic).catch(() => undefined)
      }
    },
    isConnected: () => monitor.isConnected(),
    onGap: (listener) => void topics.add(GAP_TOPIC, listener),
    ping: async () => void (await publisher.ping()),
    close: async () => {
      monitor.stop()
      publisher.disconnect()
      subscriber.disconnect()
    },
  }

  /** Doesn't wait while the bus is down: the client subscribes on reconnecting, and then a gap is announced. */
  async function unlessDisconnected(subscribing: Promise<unknown>): Promise<void> {
    try {
      if (monitor.isConnected()) await answered(subscribing)
      else subscribing.catch(() => undefined)
    } catch (error) {
      if (monitor.isConnected()) throw error
    }
  }
}

/** How many processes have subscribed to each of these topics. */
async function subscriberCounts(publisher: Redis, prefix: string, names: readonly string[]): Promise<number[]> {
  const reply = (await publisher.pubsub('NUMSUB', ...names.map((topic) => prefix + topic))) as (string | number)[]
  return names.map((_, index) => Number(reply[2 * index + 1]))
}

interface Connections {
  publisher: Redis
  subscriber: Redis
  /** Rejects if the answer takes too long. */
  answered: (command: Promise<unknown>) => Promise<unknown>
  /** Notifies all processes that they may have missed messages. */
  announceGap: () => Promise<unknown>
  lateMs: number
}

/**
 * Pings both connections and reconnects them when they don't answer. Once they work again it announces a gap: to this
 * process if it may have missed messages, to all processes if it could not send some.
 */
function monitorConnections(connections: Connections, topics: Topics, outage: Outage) {
  const { publisher, subscriber, answered, announceGap, lateMs } = connections
  let isConnected = true
  let hasMissed = false
  let hasUnsent = false
  let isStopped = false
  let timer = setTimeout(() => void check(), PING_EVERY_MS)

  function recordDown({ message: reason }: Error): void {
    if (isStopped) return
    isConnected = false
    outage.failed({ reason })
  }

  async function check(): Promise<void> {
    const late = setTimeout(() => recordDown(new Error('Valkey does not answer')), lateMs)
    try {
      if (publisher.status === 'ready') await ping()
      else recordDown(new Error('not connected to Valkey'))
    } catch (error) {
      recordDown(error as Error)
      // A connection that has gone silent stays silent, so open new ones.
      if (!isStopped) for (const client of [publisher, subscriber]) client.disconnect(true)
    } finally {
      clearTimeout(late)
      if (!isStopped) timer = setTimeout(() => void check(), PING_EVERY_MS)
    }
  }

  async function ping(): Promise<void> {
    const [hadMissed, hadUnsent] = [hasMissed, hasUnsent]
    hasMissed = hasUnsent = false
    try {
      // After a reconnect the subscriber's ping is answered only once its subscriptions are renewed.
      await answered(Promise.all([publisher.ping(), subscriber.ping()]))
      if (hadUnsent) await answered(announceGap())
      else if (hadMissed) topics.notify(GAP_TOPIC, '')
      // A connection may have been closed since its answer.
      isConnected = !hasMissed && !hasUnsent && publisher.status === 'ready'
      if (isConnected) outage.worked()
    } catch (error) {
      hasMissed ||= hadMissed
      hasUnsent ||= hadUnsent
      throw error
    }
  }

  const recordClosed = () => recordDown(new Error('the connection to Valkey was closed'))
  publisher.on('close', recordClosed)
  subscriber.on('close', () => {
    hasMissed = true
    recordClosed()
  })
  return {
    isConnected: () => isConnected,
    /** Records that a message could not be sent. */
    recordUnsent(error: Error): void {
      hasUnsent = true
      recordDown(error)
    },
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}

type Topics = ReturnType<typeof createTopics>

/** The listeners of this process, by topic. */
function createTopics() {
  const listeners = new Map<string, Set<Listener>>()
  return {
    /** Returns true for the first listener of a topic. */
    add(topic: string, listener: Listener): boolean {
      const set = listeners.get(topic) ?? new Set()
      listeners.set(topic, set.add(listener))
      return set.size === 1
    },
    /** Returns true for the last listener of a topic. */
    remove(topic: string, listener: Listener): boolean {
      const set = listeners.get(topic)
      if (!set?.delete(listener) || set.size > 0) return false
      return listeners.delete(topic)
    },
    notify(topic: string, message: string): void {
      for (const listener of listeners.get(topic) ?? []) listener(message)
    },
  }
}

/** How long a recorded outage counts. Renewed every second while it lasts. */
const OUTAGE_VALID_MS = 3_000
const OUTAGE_RENEWED_AFTER_MS = 1_000

interface BusOutageDeps {
  db: Kysely<Tables>
  clock: Clock
  bus: Bus
}

/**
 * Whether messages between processes may be getting lost. A process that is cut off from the bus can't announce that on
 * the bus, but all others miss its messages, so it records the outage in the database, which every process reads.
 */
export async function isBusOutage({ db, clock, bus }: BusOutageDeps): Promise<boolean> {
  const nowMs = clock.now()
  if (!bus.isConnected()) {
    await recordOutage(db, nowMs)
    return true
  }
  const recorded = await db.selectFrom('bus_outage').select('noted_at').executeTakeFirst()
  return recorded !== undefined && recorded.noted_at > nowMs - OUTAGE_VALID_MS
}

async function recordOutage(db: Kysely<Tables>, nowMs: number): Promise<void> {
  await db
    .insertInto('bus_outage')
    .values({ noted_at: nowMs })
    .onConflict((conflict) =>
      conflict
        .column('is_only_row')
        .doUpdateSet({ noted_at: nowMs })
        .where('bus_outage.noted_at', '<=', nowMs - OUTAGE_RENEWED_AFTER_MS),
    )
    .execute()
}
