import type { BroadcastOptions, Channel, ChannelHost } from './channel.ts'
import { ChannelTable } from './channel-table.ts'
import { KeyedQueue } from './keyed-queue.ts'
import type { Limits } from './limits.ts'
import { OutgoingMessage } from './outgoing-message.ts'
import { RateWindow } from './rate-window.ts'
import type { Registry } from './registry.ts'
import type { Routes } from './routes.ts'
import { decodeBinary, decodeText, type ClientMessage, type Payload } from './serializer.ts'
import { closeCodes, type CloseCode, type Transport, type TransportKind } from './transport.ts'

/** What a socket needs of its endpoint. */
export type SocketHost<Assigns> = {
  readonly limits: Limits
  readonly routes: Routes<Assigns>
  readonly registry: Registry<Channel<Assigns, unknown>>
  nowMs(): number
  /** Counts the channel messages of an id over all its connections. */
  rateWindowOf(id: string): RateWindow
  broadcast(topic: string, event: string, payload: Payload, options?: BroadcastOptions): number
  remove(socket: ChannelSocket<Assigns>): void
  report(cause: unknown, during: string): void
}

/** The client, as `connect` identified it. */
type SocketIdentity<Assigns> = {
  readonly id: string | null
  readonly address: string
  readonly assigns: Assigns
}

/**
 * One connected client, independent of its transport. Enforces the limits on what it sends.
 *
 * The messages of a topic are handled one at a time and in order, so a leave or push that arrives during a join waits
 * for it. Messages of other topics, and heartbeats, don't.
 */
export class ChannelSocket<Assigns = unknown> implements ChannelHost<Assigns> {
  readonly id: string | null
  readonly address: string
  readonly assigns: Assigns
  readonly host: SocketHost<Assigns>
  readonly #transport: Transport
  readonly #channels: ChannelTable<Assigns>
  readonly #queue = new KeyedQueue()
  readonly #rate = new RateWindow()
  /** Shared by all sockets with the same id; null for a socket without one. */
  readonly #rateOfId: RateWindow | null
  readonly #connectedAtMs: number
  #isClosed = false

  constructor(host: SocketHost<Assigns>, transport: Transport, identity: SocketIdentity<Assigns>) {
    this.host = host
    this.id = identity.id
    this.address = identity.address
    this.assigns = identity.assigns
    this.#transport = transport
    this.#channels = new ChannelTable(this)
    this.#rateOfId = identity.id === null ? null : host.rateWindowOf(identity.id)
    this.#connectedAtMs = host.nowMs()
  }

  get isClosed(): boolean {
    return this.#isClosed
  }

  get transport(): TransportKind {
    return this.#transport.kind
  }

  /** Whether the connection is closed on both sides, some time after `isClosed`. */
  get isGone(): boolean {
    return this.#transport.isGone
  }

  /**
   * Handles a message from the client. Never throws or rejects: an invalid message closes this socket and affects no
   * other. The promise, if any, resolves when the message has been handled.
   */
  receive(data: string | Buffer): void | Promise<void> {
    if (this.#isClosed || !this.countMessage()) return
    if (typeof data !== 'string' && !this.host.routes.takesBinary) return this.close(closeCodes.binaryRefused)
    const message = typeof data === 'string' ? decodeText(data) : decodeBinary(data)
    if (!message) return this.close(closeCodes.malformed)
    const closeMalformed = (cause: unknown) => {
      // A message that can't be answered, such as a topic nested too deeply to be echoed.
      this.host.report(cause, 'message')
      this.close(closeCodes.malformed)
    }
    try {
      const work = this.#dispatch(message)
      return work instanceof Promise ? work.catch(closeMalformed) : undefined
    } catch (cause) {
      closeMalformed(cause)
    }
  }

  /** Counts a message or ping. Returns false, and closes with 1008, if it exceeds the rate limit. */
  countMessage(): boolean {
    return this.#countIn(this.#rate)
  }

  send(data: string | Buffer): void {
    this.#transport.send(new OutgoingMessage(data))
  }

  deliver(message: OutgoingMessage): void {
    this.#transport.send(message)
  }

  broadcast(topic: string, event: string, payload: Payload, options?: BroadcastOptions): number {
    return this.host.broadcast(topic, event, payload, options)
  }

  stop(channel: Channel<Assigns, unknown>): void {
    this.#channels.stop(channel)
  }

  /** Closes the socket on the server's initiative. */
  close(code: CloseCode, reason = ''): void {
    if (this.#isClosed) return
    this.onDisconnected()
    this.#transport.close(code, reason)
  }

  /** Destroys a connection that is slow to close. */
  terminate(): void {
    this.#transport.terminate()
  }

  /** Ends all channels after the connection has closed. */
  onDisconnected(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.host.remove(this)
    this.#channels.endAll()
  }

  /** Closes the socket if it is idle, slow or has not joined in time. Frees memory of silent clients. */
  sweep(nowMs: number): void {
    this.#rate.release(nowMs, this.host.limits.rateWindowMs)
    const fault = this.#transport.findFault(nowMs)
    if (fault !== null) return this.close(fault)
    if (!this.#channels.hasJoined && nowMs - this.#connectedAtMs >= this.host.limits.joinWithinMs) {
      this.close(closeCodes.policyViolation, 'no channel joined')
    }
  }

  #countIn(window: RateWindow): boolean {
    const { maxMessages, rateWindowMs } = this.host.limits
    if (window.count(this.host.nowMs(), maxMessages, rateWindowMs)) return true
    this.close(closeCodes.policyViolation, 'too many messages')
    return false
  }

  #dispatch(message: ClientMessage): void | Promise<void> {
    if (message.topic === 'phoenix') return this.#channels.handleControl(message)
    // Heartbeats cost little and don't count. Messages to channels do, no matter how many sockets they are spread over.
    if (this.#rateOfId && !this.#countIn(this.#rateOfId)) return
    return this.#queue.run(message.topic, () => (this.#isClosed ? undefined : this.#channels.handle(message)))
  }
}
