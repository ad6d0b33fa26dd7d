import { decodeBinary } from './binary-serializer.ts'
import type { BroadcastOptions, Channel, ChannelHost } from './channel.ts'
import { ChannelTable } from './channel-table.ts'
import { closeCodes, type CloseCode } from './close-codes.ts'
import { Lanes } from './lanes.ts'
import type { Limits } from './limits.ts'
import { OutgoingMessage } from './outgoing-message.ts'
import { RateWindow } from './rate-window.ts'
import type { Registry } from './registry.ts'
import type { Routes } from './routes.ts'
import { decodeText, type ClientMessage, type Payload } from './serializer.ts'
import type { Transport } from './transport.ts'

/** What a socket needs of its endpoint. */
export type SocketHost<Assigns> = {
  readonly limits: Limits
  readonly routes: Routes<Assigns>
  readonly registry: Registry<Channel<Assigns, unknown>>
  nowMs(): number
  broadcast(topic: string, event: string, payload: Payload, options?: BroadcastOptions): number
  forget(socket: ChannelSocket<Assigns>): void
  report(cause: unknown, during: string): void
}

/** Who connected. */
type SocketIdentity<Assigns> = {
  readonly id: string | null
  readonly address: string
  readonly assigns: Assigns
}

/**
 * One connected client, and the rules for what it sends. Knows nothing of WebSocket or HTTP.
 *
 * Messages of one topic are handled one at a time and in order, so a leave or a push that comes while a join is under
 * way waits for it; messages of other topics, and heartbeats, don't.
 */
export class ChannelSocket<Assigns = unknown> implements ChannelHost<Assigns> {
  readonly id: string | null
  readonly address: string
  readonly assigns: Assigns
  readonly host: SocketHost<Assigns>
  readonly #transport: Transport
  readonly #channels: ChannelTable<Assigns>
  readonly #lanes = new Lanes()
  readonly #rate = new RateWindow()
  readonly #connectedAtMs: number
  #isClosed = false

  constructor(host: SocketHost<Assigns>, transport: Transport, identity: SocketIdentity<Assigns>) {
    this.host = host
    this.id = identity.id
    this.address = identity.address
    this.assigns = identity.assigns
    this.#transport = transport
    this.#channels = new ChannelTable(this)
    this.#connectedAtMs = host.nowMs()
  }

  get isClosed(): boolean {
    return this.#isClosed
  }

  /** Whether the peer knows: true a little after `isClosed`. */
  get isGone(): boolean {
    return this.#transport.isGone
  }

  /**
   * Takes one message of the peer, whatever it is. Never throws or rejects; what the rules forbid closes this socket
   * and touches no other. The promise, where there is one, ends when the message has been handled.
   */
  receive(data: string | Buffer): void | Promise<void> {
    if (this.#isClosed || !this.noteTraffic()) return
    if (typeof data !== 'string' && !this.host.routes.takesBinary) return this.close(closeCodes.binaryRefused)
    const message = typeof data === 'string' ? decodeText(data) : decodeBinary(data)
    if (!message) return this.close(closeCodes.malformed)
    const giveUp = (cause: unknown) => {
      // What can't be answered at all, such as a topic nested too deep to be echoed.
      this.host.report(cause, 'message')
      this.close(closeCodes.malformed)
    }
    try {
      const work = this.#dispatch(message)
      return work instanceof Promise ? work.catch(giveUp) : undefined
    } catch (cause) {
      giveUp(cause)
    }
  }

  /** Counts a message or a ping. False, and closed with 1008, when it was one too many. */
  noteTraffic(): boolean {
    const { maxMessages, rateWindowMs } = this.host.limits
    if (this.#rate.note(this.host.nowMs(), maxMessages, rateWindowMs)) return true
    this.close(closeCodes.policy)
    return false
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

  /** Ends the socket by the server's will. */
  close(code: CloseCode): void {
    if (this.#isClosed) return
    this.disconnected()
    this.#transport.close(code)
  }

  /** Cuts a connection that is slow to close. */
  terminate(): void {
    this.#transport.terminate()
  }

  /** The peer is gone: every channel ends, nothing is sent. */
  disconnected(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.host.forget(this)
    this.#channels.endAll()
  }

  /** Closes the socket when it is idle, slow or has never joined in time; frees what silence makes needless. */
  sweep(nowMs: number): void {
    this.#rate.release(nowMs, this.host.limits.rateWindowMs)
    const fault = this.#transport.findFault(nowMs)
    if (fault !== null) return this.close(fault)
    if (!this.#channels.hasJoined && nowMs - this.#connectedAtMs >= this.host.limits.joinWithinMs) {
      this.close(closeCodes.policy)
    }
  }

  #dispatch(message: ClientMessage): void | Promise<void> {
    if (message.topic === 'phoenix') return this.#channels.handleControl(message)
    return this.#lanes.run(message.topic, () => (this.#isClosed ? undefined : this.#channels.handle(message)))
  }
}
