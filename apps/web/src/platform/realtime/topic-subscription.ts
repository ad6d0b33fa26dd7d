import type { Channel, Socket } from 'phoenix'
import { recordTopicDown } from '../connection.ts'
import { retryWaitMs } from '../backoff.ts'

/** Pushes an event and resolves to the reply; rejects on a refusal and after 10 s without one. */
export type Push = (event: string, payload: object) => Promise<unknown>

/** The handlers of a topic. `Events` maps events to their payloads. */
export interface TopicHandlers<Events extends object> {
  /**
   * Reads the current state after each join, because missed events are not sent again. A failure is retried; until it
   * succeeds, the topic counts as down.
   */
  sync: (push: Push) => Promise<void>
  events: { [Name in keyof Events]: (payload: Events[Name]) => void }
}

/** A rejoin that was expected may take this long until the topic counts as down. */
const REJOIN_GRACE_MS = 1_500

/** A topic that is joined whenever its service can be reached. */
export class TopicSubscription {
  readonly #name: string
  readonly #handlers: TopicHandlers<Record<string, unknown>>
  #channel: Channel | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  /** Runs from `expectRejoin` until the topic is in sync again, or counts as down. */
  #graceTimer: ReturnType<typeof setTimeout> | undefined
  /** Aborted by the next join or failure, so that only the latest sync counts. */
  #syncing = new AbortController()

  constructor(name: string, handlers: TopicHandlers<Record<string, unknown>>) {
    this.#name = name
    this.#handlers = handlers
  }

  /** Joins over a socket. The Phoenix client then rejoins by itself, so further calls have no effect. */
  attach(socket: Socket): void {
    if (this.#channel) return
    const channel = socket.channel(this.#name)
    this.#channel = channel
    for (const [event, handle] of Object.entries(this.#handlers.events)) channel.on(event, handle)
    const fail = () => this.#channel === channel && this.fail()
    channel.onError(() => void fail())
    channel
      .join()
      .receive('ok', () => this.#joined(channel))
      .receive('error', fail)
      .receive('timeout', fail)
  }

  /** Leaves the topic for good. */
  detach(): void {
    const channel = this.#channel
    this.#channel = null
    this.#abortSync()
    this.#recordUp()
    channel?.leave()
  }

  /** To be called before a connection is replaced on purpose, so that the screen does not flicker if that is quick. */
  expectRejoin(): void {
    clearTimeout(this.#graceTimer)
    this.#graceTimer = setTimeout(() => {
      this.#graceTimer = undefined
      recordTopicDown(this.#name, true)
    }, REJOIN_GRACE_MS)
  }

  /** To be called when the connection is lost: what is shown may be out of date. */
  fail(): void {
    this.#abortSync()
    this.#recordDown()
  }

  #joined(channel: Channel): void {
    if (channel !== this.#channel) return
    this.#abortSync()
    void this.#sync(channel, this.#syncing.signal, 1)
  }

  async #sync(channel: Channel, signal: AbortSignal, tryNumber: number): Promise<void> {
    try {
      await this.#handlers.sync((event, payload) => push(channel, event, payload))
      if (!signal.aborted) this.#recordUp()
    } catch {
      if (signal.aborted) return
      this.#recordDown()
      this.#timer = setTimeout(() => void this.#sync(channel, signal, tryNumber + 1), retryWaitMs(tryNumber))
    }
  }

  #recordUp(): void {
    clearTimeout(this.#graceTimer)
    this.#graceTimer = undefined
    recordTopicDown(this.#name, false)
  }

  #recordDown(): void {
    if (this.#graceTimer === undefined) recordTopicDown(this.#name, true)
  }

  #abortSync(): void {
    this.#syncing.abort()
    this.#syncing = new AbortController()
    clearTimeout(this.#timer)
  }
}

function push(channel: Channel, event: string, payload: object): Promise<unknown> {
  return new Promise((resolve, reject) => {
    channel
      .push(event, payload)
      .receive('ok', resolve)
      .receive('error', (reason) => reject(new Error(`refused: ${JSON.stringify(reason)}`)))
      .receive('timeout', () => reject(new Error('no reply')))
  })
}
