import type { Duplex } from 'node:stream'
import { WebSocket, type RawData } from 'ws'
import { Outbox } from './outbox.ts'
import type { OutgoingMessage } from './outgoing-message.ts'
import type { ChannelSocket } from './socket.ts'
import { closeCodes, type CloseCode, type Transport, type TransportHost } from './transport.ts'

/** A `ws` WebSocket with a reference to its transport, so that all sockets share the same listener functions. */
export class PeerWebSocket extends WebSocket {
  transport: WebSocketTransport | null = null

  /** `ws` itself closes with 1008 and no reason after too many fragments, which we report as a message too big. */
  override close(code?: number, reason?: string | Buffer): void {
    super.close(code === closeCodes.policyViolation && reason === undefined ? closeCodes.tooBig : code, reason)
  }
}

/** The WebSocket transport. Limits the amount of unsent data. */
export class WebSocketTransport implements Transport {
  readonly kind = 'websocket'
  readonly #ws: PeerWebSocket
  readonly #raw: Duplex
  readonly #host: TransportHost
  /** Null until `start`, in the same tick. */
  #socket: ChannelSocket | null = null
  /** Null while the client reads fast enough. */
  #outbox: Outbox | null = null
  #lastFrameAtMs: number

  constructor(ws: PeerWebSocket, raw: Duplex, host: TransportHost) {
    this.#ws = ws
    this.#raw = raw
    this.#host = host
    this.#lastFrameAtMs = host.nowMs()
  }

  get isGone(): boolean {
    return this.#ws.readyState === WebSocket.CLOSED
  }

  /** Connects the transport to its socket. */
  start(socket: ChannelSocket): void {
    this.#socket = socket
    this.#ws.transport = this
    this.#ws.on('message', onMessage)
    this.#ws.on('ping', onPing)
    this.#ws.on('close', onClose)
    this.#ws.on('error', ignoreError)
  }

  /**
   * Writes the frame directly to the connection, so that a broadcast's buffer is shared. This is safe next to `ws`,
   * which without compression also writes each frame synchronously and in one piece.
   */
  send(message: OutgoingMessage): void {
    if (this.#ws.readyState !== WebSocket.OPEN) return
    if (this.#outbox === null && !this.#raw.writableNeedDrain) this.#raw.write(message.frame)
    else this.#queue(message)
  }

  close(code: CloseCode, reason: string): void {
    this.#outbox = null
    this.#ws.close(code, reason)
  }

  terminate(): void {
    this.#ws.terminate()
  }

  findFault(nowMs: number): CloseCode | null {
    if (nowMs - this.#lastFrameAtMs >= this.#host.limits.idleMs) return closeCodes.idle
    return this.#outbox?.isTooSlow(nowMs) ? closeCodes.tooSlow : null
  }

  /** Handles a message from the client. */
  receive(data: RawData, isBinary: boolean): void {
    this.#lastFrameAtMs = this.#host.nowMs()
    if (!Buffer.isBuffer(data)) return
    void this.#socket?.receive(isBinary ? data : data.toString('utf8'))
  }

  /** Counts a ping like a message, and answers it unless the client is not reading. */
  receivePing(data: Buffer): void {
    this.#lastFrameAtMs = this.#host.nowMs()
    if (this.#socket?.isClosed !== false || !this.#socket.countMessage()) return
    if (!this.#raw.writableNeedDrain) this.#ws.pong(data)
  }

  /** Called when the connection has closed. */
  onDisconnected(): void {
    this.#outbox = null
    this.#socket?.onDisconnected()
  }

  #queue(message: OutgoingMessage): void {
    if (this.#outbox === null) {
      this.#outbox = new Outbox(this.#host)
      this.#raw.once('drain', () => this.#flush())
    }
    this.#outbox.add(message, message.frame.length)
    if (this.#outbox.isOverHardLimit) this.#socket?.close(closeCodes.tooSlow)
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
    if (outbox.isEmpty) this.#outbox = null
    else this.#raw.once('drain', () => this.#flush())
  }
}

function onMessage(this: WebSocket, data: RawData, isBinary: boolean): void {
  if (this instanceof PeerWebSocket) this.transport?.receive(data, isBinary)
}

function onPing(this: WebSocket, data: Buffer): void {
  if (this instanceof PeerWebSocket) this.transport?.receivePing(data)
}

function onClose(this: WebSocket): void {
  if (this instanceof PeerWebSocket) this.transport?.onDisconnected()
}

/** An error is followed by 'close'. Without a listener it would end the process. */
function ignoreError(): void {}
