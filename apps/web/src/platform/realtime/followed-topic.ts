import type { Channel, Socket } from 'phoenix'
import { noteTopicDown } from '../connection.ts'
import { retryWaitMs } from './backoff.ts'

/** Pushes an event and gives the reply; rejects on a refusal and after 10 s without one. */
export type Push = (event: string, payload: object) => Promise<unknown>

/** What is done with a topic. `Events` are the payloads by event. */
export interface TopicHandlers<Events extends object> {
  /**
   * Reads the present state: nothing that was missed is sent again, so this runs on each join. What fails is tried
   * again, and until it has worked the line counts as down.
   */
  sync: (push: Push) => Promise<void>
  events: { [Name in keyof Events]: (payload: Events[Name]) => void }
}

/** A topic that is joined whenever its service can be reached. */
export class FollowedTopic {
  readonly #name: string
  readonly #handlers: TopicHandlers<Record<string, unknown>>
  #channel: Channel | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  /** Grows with each join and each break, so that an answer from before is known as one. */
  #round = 0

  constructor(name: string, handlers: TopicHandlers<Record<string, unknown>>) {
    this.#name = name
    this.#handlers = handlers
  }

  /** Joins over a socket, which then keeps the topic joined: once is enough, however often it connects. */
  attach(socket: Socket): void {
    if (this.#channel) return
    const channel = socket.channel(this.#name)
    this.#channel = channel
    for (const [event, handle] of Object.entries(this.#handlers.events)) channel.on(event, handle)
    const fail = () => this.#channel === channel && this.fail()
    channel.onError(() => void fail())
    channel
      .join()
      .receive('ok', () => this.#begin(channel))
      .receive('error', fail)
      .receive('timeout', fail)
  }

  /** Leaves for good. */
  detach(): void {
    const channel = this.#channel
    this.#channel = null
    this.#endRound()
    noteTopicDown(this.#name, false)
    channel?.leave()
  }

  /** The line is down: what is shown may be old. */
  fail(): void {
    this.#endRound()
    noteTopicDown(this.#name, true)
  }

  #begin(channel: Channel): void {
    if (channel !== this.#channel) return
    this.#endRound()
    void this.#sync(channel, this.#round, 1)
  }

  async #sync(channel: Channel, round: number, tryNumber: number): Promise<void> {
    try {
      await this.#handlers.sync((event, payload) => push(channel, event, payload))
      if (round === this.#round) noteTopicDown(this.#name, false)
    } catch {
      if (round !== this.#round) return
      noteTopicDown(this.#name, true)
      this.#timer = setTimeout(() => void this.#sync(channel, round, tryNumber + 1), retryWaitMs(tryNumber))
    }
  }

  #endRound(): void {
    this.#round += 1
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
