import type { Duplex } from 'node:stream'
import { WebSocket, type RawData } from 'ws'
import { closeCodes, type CloseCode } from './close-codes.ts'
import type { Limits } from './limits.ts'
import { Outbox } from './outbox.ts'
import type { OutgoingMessage } from './outgoing-message.ts'
import type { ChannelSocket } from './socket.ts'
import type { Transport } from './transport.ts'

const HARD_LIMIT_FACTOR = 4
const NEVER = -1

/** A `ws` WebSocket that knows its transport, so that its listeners are plain functions shared by all sockets. */
export class PeerWebSocket extends WebSocket {
  transport: WebSocketTransport | null = null

  /** `ws` itself closes with a bare 1008 on endless empty fragments; to the protocol that is a message too big. */
  override close(code?: number, reason?: string | Buffer): void {
    super.close(code === closeCodes.policy && reason === undefined ? closeCodes.tooBig : code, reason)
  }
}

/** One WebSocket: messages in, frames out, and never more unsent than the limits allow. */
export class WebSocketTransport implements Transport {
  readonly #ws: PeerWebSocket
  readonly #raw: Duplex
  readonly #host: { readonly limits: Limits; nowMs(): number }
  /** Null until the socket behind it is made, in the same tick. */
  #socket: ChannelSocket | null = null
  /** Null while the peer keeps up. */
  #outbox: Outbox | null = null
  #overSinceMs = NEVER
  #lastFrameAtMs: number

  constructor(ws: PeerWebSocket, raw: Duplex, host: { readonly limits: Limits; nowMs(): number }) {
    this.#ws = ws
    this.#raw = raw
    this.#host = host
    this.#lastFrameAtMs = host.nowMs()
  }

  get isGone(): boolean {
    return this.#ws.readyState === WebSocket.CLOSED
  }

  /** Starts to listen, on behalf of this socket. */
  start(socket: ChannelSocket): void {
    this.#socket = socket
    this.#ws.transport = this
    this.#ws.on('message', onMessage)
    this.#ws.on('ping', onPing)
    this.#ws.on('close', onClose)
    this.#ws.on('error', ignoreError)
  }

  /**
   * Writes whole frames to the connection itself. That is safe beside `ws`: without compression it too writes each
   * frame at once and in one piece.
   */
  send(message: OutgoingMessage): void {
    if (this.#ws.readyState !== WebSocket.OPEN) return
    if (this.#outbox === null && !this.#raw.writableNeedDrain) this.#raw.write(message.frame)
    else this.#queue(message)
  }

  close(code: CloseCode): void {
    this.#outbox = null
    this.#ws.close(code, code === closeCodes.policy ? 'too many messages' : '')
  }

  terminate(): void {
    this.#ws.terminate()
  }

  findFault(nowMs: number): CloseCode | null {
    const { idleMs, slowConsumerMs } = this.#host.limits
    if (nowMs - this.#lastFrameAtMs >= idleMs) return closeCodes.idle
    const isTooSlow = this.#overSinceMs !== NEVER && nowMs - this.#overSinceMs >= slowConsumerMs
    return isTooSlow ? closeCodes.tooSlow : null
  }

  /** A message from the peer. */
  receive(data: RawData, isBinary: boolean): void {
    this.#lastFrameAtMs = this.#host.nowMs()
    if (!Buffer.isBuffer(data)) return
    void this.#socket?.receive(isBinary ? data : data.toString('utf8'))
  }

  /** A ping counts like a message, and is answered unless the peer doesn't read. */
  receivePing(data: Buffer): void {
    this.#lastFrameAtMs = this.#host.nowMs()
    if (this.#socket?.isClosed !== false || !this.#socket.noteTraffic()) return
    if (!this.#raw.writableNeedDrain) this.#ws.pong(data)
  }

  /** The connection is gone. */
  disconnected(): void {
    this.#outbox = null
    this.#socket?.disconnected()
  }

  #queue(message: OutgoingMessage): void {
    if (this.#outbox === null) {
      this.#outbox = new Outbox()
      this.#raw.once('drain', () => this.#flush())
    }
    this.#outbox.add(message, message.frame.length)
    this.#judge(this.#outbox)
  }

  #flush(): void {
    const outbox = this.#outbox
    if (outbox === null || this.#ws.readyState !== WebSocket.OPEN) return
    this.#raw.cork()
    while (!this.#raw.writableNeedDrain) {
      const message = outbox.take()
      if (message === undefined) break
      this.#raw.write(message.frame)
    }
    this.#raw.uncork()
    this.#judge(outbox)
    if (outbox.isEmpty) this.#outbox = null
    else this.#raw.once('drain', () => this.#flush())
  }

  /** Notes since when too much waits; far too much isn't waited for. */
  #judge(outbox: Outbox): void {
    const { maxQueuedBytes } = this.#host.limits
    if (outbox.bytes <= maxQueuedBytes) this.#overSinceMs = NEVER
    else if (this.#overSinceMs === NEVER) this.#overSinceMs = this.#host.nowMs()
    if (outbox.bytes > maxQueuedBytes * HARD_LIMIT_FACTOR) this.#socket?.close(closeCodes.tooSlow)
  }
}

function onMessage(this: WebSocket, data: RawData, isBinary: boolean): void {
  if (this instanceof PeerWebSocket) this.transport?.receive(data, isBinary)
}

function onPing(this: WebSocket, data: Buffer): void {
  if (this instanceof PeerWebSocket) this.transport?.receivePing(data)
}

function onClose(this: WebSocket): void {
  if (this instanceof PeerWebSocket) this.transport?.disconnected()
}

/** What went wrong on the wire is followed by 'close'; without a listener it would end the process. */
function ignoreError(): void {}
