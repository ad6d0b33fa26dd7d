import type { ServerResponse } from 'node:http'
import { closeCodes, type CloseCode } from './close-codes.ts'
import type { Limits } from './limits.ts'
import { sendBody } from './long-poll-answer.ts'
import { Outbox } from './outbox.ts'
import type { OutgoingMessage } from './outgoing-message.ts'
import type { ChannelSocket } from './socket.ts'
import type { Transport } from './transport.ts'

const HARD_LIMIT_FACTOR = 4
const NEVER = -1

type Poll = { readonly res: ServerResponse; readonly timer: NodeJS.Timeout }

/** A client that fetches its messages by GET: they wait here in order, and go whole with the next poll. */
export class LongPollSession implements Transport {
  /** Given to the client, which shows it with every request. */
  readonly token: string
  readonly #host: { readonly limits: Limits; nowMs(): number }
  readonly #onClosed: () => void
  #socket: ChannelSocket | null = null
  readonly #outbox = new Outbox()
  #overSinceMs = NEVER
  #lastPollAtMs: number
  #polls: Poll[] = []
  /** The GET that gets the next messages: always the newest. One that it displaced only runs out its window. */
  #current: Poll | null = null
  #isFlushing = false
  #isClosed = false

  constructor(token: string, host: { readonly limits: Limits; nowMs(): number }, onClosed: () => void) {
    this.token = token
    this.#host = host
    this.#onClosed = onClosed
    this.#lastPollAtMs = host.nowMs()
  }

  /** The socket whose transport this is. */
  get socket(): ChannelSocket | null {
    return this.#socket
  }

  get isGone(): boolean {
    return this.#isClosed
  }

  /** Begins to work for this socket. */
  start(socket: ChannelSocket): void {
    this.#socket = socket
  }

  /** Long-poll can't say binary messages, so they are left out. */
  send(message: OutgoingMessage): void {
    if (this.#isClosed || typeof message.data !== 'string') return
    this.#outbox.add(message, Buffer.byteLength(message.data))
    this.#judge()
    if (this.#current === null || this.#isFlushing) return
    // What is sent in one go shall travel in one answer.
    this.#isFlushing = true
    setImmediate(() => this.#flush())
  }

  close(_code: CloseCode): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#onClosed()
    for (const poll of this.#polls) this.#answer(poll, { status: 410, messages: [] })
  }

  terminate(): void {
    for (const { res } of this.#polls) res.destroy()
  }

  findFault(nowMs: number): CloseCode | null {
    const { longPollWindowMs, slowConsumerMs } = this.#host.limits
    if (this.#polls.length === 0 && nowMs - this.#lastPollAtMs >= longPollWindowMs * 1.5) return closeCodes.idle
    const isTooSlow = this.#overSinceMs !== NEVER && nowMs - this.#overSinceMs >= slowConsumerMs
    return isTooSlow ? closeCodes.tooSlow : null
  }

  /** Answers a GET: with what waits, or with the next message, or with 204 after the window. */
  poll(res: ServerResponse): void {
    this.#lastPollAtMs = this.#host.nowMs()
    const timer = setTimeout(() => this.#answer(poll, this.#nothing()), this.#host.limits.longPollWindowMs)
    const poll: Poll = { res, timer }
    this.#polls.push(poll)
    this.#current = poll
    res.on('close', () => this.#remove(poll))
    const oldest = this.#polls.length > 2 ? this.#polls[0] : undefined
    if (oldest) this.#answer(oldest, this.#nothing())
    if (!this.#outbox.isEmpty) this.#flush()
  }

  #flush(): void {
    this.#isFlushing = false
    if (this.#isClosed || this.#current === null || this.#outbox.isEmpty) return
    const messages: string[] = []
    for (let message = this.#outbox.take(); message; message = this.#outbox.take()) messages.push(String(message.data))
    this.#overSinceMs = NEVER
    this.#answer(this.#current, { status: 200, token: this.token, messages })
  }

  #nothing() {
    return { status: 204, token: this.token, messages: [] }
  }

  #answer(poll: Poll, body: { status: number; token?: string; messages: string[] }): void {
    this.#remove(poll)
    this.#lastPollAtMs = this.#host.nowMs()
    sendBody(poll.res, body)
  }

  #remove(poll: Poll): void {
    clearTimeout(poll.timer)
    if (this.#current === poll) this.#current = null
    this.#polls = this.#polls.filter((other) => other !== poll)
  }

  #judge(): void {
    const { maxQueuedBytes } = this.#host.limits
    if (this.#outbox.bytes <= maxQueuedBytes) this.#overSinceMs = NEVER
    else if (this.#overSinceMs === NEVER) this.#overSinceMs = this.#host.nowMs()
    if (this.#outbox.bytes > maxQueuedBytes * HARD_LIMIT_FACTOR) this.#socket?.close(closeCodes.tooSlow)
  }
}
