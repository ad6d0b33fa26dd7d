import { STATUS_CODES, type IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import { headerOf, readSubprotocols, splitUrl, type Accepted } from './connect.ts'
import type { Endpoint } from './endpoint.ts'
import type { Limits } from './limits.ts'
import type { ResponseHeaders } from './long-poll-http.ts'
import { ChannelSocket } from './socket.ts'
import { PeerWebSocket, WebSocketTransport } from './websocket-transport.ts'

const MAX_FRAGMENTS = 1_024
const KEEP_ALIVE_AFTER_MS = 30_000

/** Handles the upgrade requests of one endpoint. Refuses before the upgrade, with an HTTP status. */
export class WebSocketUpgrade<Assigns> {
  readonly #endpoint: Endpoint<Assigns>
  readonly #responseHeaders: ResponseHeaders
  readonly #server: WebSocketServer

  constructor(endpoint: Endpoint<Assigns>, responseHeaders: ResponseHeaders) {
    this.#endpoint = endpoint
    this.#responseHeaders = responseHeaders
    this.#server = newWebSocketServer(endpoint.limits)
  }

  /** Handles an 'upgrade' event for `<mount>/websocket`. Never throws or rejects. */
  async handle(req: IncomingMessage, raw: Duplex, head: Buffer): Promise<void> {
    // The client may reset the connection during connect().
    raw.on('error', destroyThis)
    try {
      const status = await this.#upgrade(req, raw, head)
      if (status !== 101) refuseUpgrade(raw, status, this.#responseHeaders)
    } catch (cause) {
      this.#endpoint.report(cause, 'upgrade')
      refuseUpgrade(raw, 500, this.#responseHeaders)
    }
  }

  async #upgrade(req: IncomingMessage, raw: Duplex, head: Buffer): Promise<number> {
    if (req.method !== 'GET' || headerOf(req, 'upgrade')?.toLowerCase() !== 'websocket') return 400
    const protocols = readSubprotocols(headerOf(req, 'sec-websocket-protocol'))
    if (!protocols) return 403
    const attempt = { transport: 'websocket', authToken: protocols.authToken, query: splitUrl(req).query } as const
    const answer = await this.#endpoint.authorize(req, attempt)
    if ('refused' in answer) return answer.refused
    const refusal = this.#endpoint.checkCapacity(req, answer)
    if (refusal) return refusal.refused
    raw.removeListener('error', destroyThis)
    this.#server.handleUpgrade(req, raw, head, (ws) => {
      if (ws instanceof PeerWebSocket) this.#open(ws, raw, req, answer)
    })
    return 101
  }

  #open(ws: PeerWebSocket, raw: Duplex, req: IncomingMessage, { id, assigns }: Accepted<Assigns>): void {
    if (raw instanceof Socket) raw.setKeepAlive(true, KEEP_ALIVE_AFTER_MS)
    const transport = new WebSocketTransport(ws, raw, this.#endpoint)
    const socket = new ChannelSocket(this.#endpoint, transport, { id, assigns, address: this.#endpoint.addressOf(req) })
    this.#endpoint.add(socket)
    transport.start(socket)
  }
}

function newWebSocketServer(limits: Limits): WebSocketServer {
  const options = {
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    // Pings are answered by WebSocketTransport, which saves a closure per socket.
    autoPong: false,
    maxPayload: limits.maxFrameBytes,
    maxFragments: MAX_FRAGMENTS,
    closeTimeout: limits.closeHandshakeMs,
    handleProtocols: () => 'phoenix',
    WebSocket: PeerWebSocket,
  }
  return new WebSocketServer(options)
}

/** Answers an upgrade request with an empty HTTP response and closes the connection. */
export function refuseUpgrade(raw: Duplex, status: number, responseHeaders: ResponseHeaders): void {
  if (raw.destroyed) return
  const headers = { ...responseHeaders, connection: 'close', 'content-length': '0' }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  raw.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n`, () => raw.destroy())
}

function destroyThis(this: Duplex): void {
  this.destroy()
}
