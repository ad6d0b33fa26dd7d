import { createHmac, timingSafeEqual } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { type LongPollBody, sendLongPoll } from './long-poll-http.ts'
import { Outbox } from './outbox.ts'
import type { OutgoingMessage } from './outgoing-message.ts'
import type { ChannelSocket } from './socket.ts'
import { closeCodes, type CloseCode, type Transport, type TransportHost } from './transport.ts'

type Poll = { readonly res: ServerResponse; readonly timer: NodeJS.Timeout }

/** A long-poll client. Its messages are queued and all sent in the response to its next GET. */
export class LongPollSession implements Transport {
  readonly kind = 'longpoll'
  /** Sent by the client with every request. */
  readonly token: string
  readonly #host: TransportHost
  readonly #onClosed: () => void
  #socket: ChannelSocket | null = null
  readonly #outbox: Outbox
  #lastPollAtMs: number
  #polls: Poll[] = []
  /** The newest GET, which gets the next messages. The one before it only waits out its window. */
  #current: Poll | null = null
  #isFlushing = false
  #isClosed = false

  constructor(token: string, host: TransportHost, onClosed: () => void) {
    this.token = token
    this.#host = host
    this.#onClosed = onClosed
    this.#outbox = new Outbox(host)
    this.#lastPollAtMs = host.nowMs()
  }

  /** The socket that uses this transport. */
  get socket(): ChannelSocket | null {
    return this.#socket
  }

  get isGone(): boolean {
    return this.#isClosed
  }

  /** Connects the transport to its socket. */
  start(socket: ChannelSocket): void {
    this.#socket = socket
  }

  /** Binary messages are dropped, as long-poll responses can't contain them. */
  send(message: OutgoingMessage): void {
    if (this.#isClosed || typeof message.data !== 'string') return
    this.#outbox.add(message, Buffer.byteLength(message.data))
    if (this.#outbox.isOverHardLimit) this.#socket?.close(closeCodes.tooSlow)
    if (this.#current === null || this.#isFlushing) return
    // Messages sent in the same tick share one response.
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
    const { longPollWindowMs } = this.#host.limits
    if (this.#polls.length === 0 && nowMs - this.#lastPollAtMs >= longPollWindowMs * 1.5) return closeCodes.idle
    return this.#outbox.isTooSlow(nowMs) ? closeCodes.tooSlow : null
  }

  /** Answers a GET with the queued messages, or the next one, or 204 after the window. */
  poll(res: ServerResponse): void {
    this.#lastPollAtMs = this.#host.nowMs()
    const timer = setTimeout(() => this.#answer(poll, this.#noMessages()), this.#host.limits.longPollWindowMs)
    const poll: Poll = { res, timer }
    this.#polls.push(poll)
    this.#current = poll
    res.on('close', () => this.#remove(poll))
    const oldest = this.#polls.length > 2 ? this.#polls[0] : undefined
    if (oldest) this.#answer(oldest, this.#noMessages())
    if (!this.#outbox.isEmpty) this.#flush()
  }

  #flush(): void {
    this.#isFlushing = false
    if (this.#isClosed || this.#current === null || this.#outbox.isEmpty) return
    const messages: string[] = []
    for (let message = this.#outbox.take(); message; message = this.#outbox.take()) messages.push(String(message.data))
    this.#answer(this.#current, { status: 200, token: this.token, messages })
  }

  #noMessages() {
    return { status: 204, token: this.token, messages: [] }
  }

  #answer(poll: Poll, body: LongPollBody): void {
    this.#remove(poll)
    this.#lastPollAtMs = this.#host.nowMs()
    sendLongPoll(poll.res, body)
  }

  #remove(poll: Poll): void {
    clearTimeout(poll.timer)
    if (this.#current === poll) this.#current = null
    this.#polls = this.#polls.filter((other) => other !== poll)
  }
}

/** The content of a session token. The id of a node consists of letters, digits, `-` and `_`. */
export type SessionClaim = { readonly nodeId: string; readonly sessionId: string; readonly issuedAtMs: number }

/**
 * Signs a session token, `<node>.<body>.<signature>`: the node's id is readable, so that a proxy can send each request
 * to the node that holds the session. The mount path is signed too, so a token is valid for one endpoint only.
 */
export function signSessionToken(secret: string | Buffer, mount: string, claim: SessionClaim): string {
  const body = Buffer.from(JSON.stringify([claim.sessionId, claim.issuedAtMs])).toString('base64url')
  const signed = `${claim.nodeId}.${body}`
  return `${signed}.${signature(secret, mount, signed).toString('base64url')}`
}

/** Verifies a session token. Null unless this secret signed it for this mount. The caller checks its age. */
export function readSessionToken(secret: string | Buffer, mount: string, token: string): SessionClaim | null {
  const [nodeId, body, signed, ...rest] = token.split('.')
  if (!nodeId || !body || !signed || rest.length > 0) return null
  const expected = signature(secret, mount, `${nodeId}.${body}`)
  const given = Buffer.from(signed, 'base64url')
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
  const [sessionId, issuedAtMs] = JSON.parse(Buffer.from(body, 'base64url').toString()) as [string, number]
  return { nodeId, sessionId, issuedAtMs }
}

function signature(secret: string | Buffer, mount: string, signed: string): Buffer {
  return createHmac('sha256', secret).update(`phoenix long-poll session\n${mount}\n${signed}`).digest()
}
