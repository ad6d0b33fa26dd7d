import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { Params } from './params.ts'

/** Someone who wants to connect. */
export type ConnectInfo = {
  readonly transport: 'websocket' | 'longpoll'
  readonly params: Params
  /** From the client's `authToken` option: subprotocol or header. */
  readonly authToken: string | null
  readonly headers: IncomingHttpHeaders
  readonly remoteAddress: string
  readonly origin: string | null
}

/** Lets a client connect. Sockets with the same id are closed together by `disconnect(id)`. */
export type Accepted<Assigns> = { readonly id: string | null; readonly assigns: Assigns }

/** HTTP status of a refused connection; long-poll has its own word for each: 403, and 500 for the others. */
export type RefusalStatus = 403 | 429 | 500 | 503

/** Keeps a client out. */
export type RefusedConnect = { readonly refused: RefusalStatus }

/** What `connect` answers. */
export type ConnectResult<Assigns> = Accepted<Assigns> | RefusedConnect

/** Keeps a client out, with 403 unless told otherwise. */
export function refuse(status: RefusalStatus = 403): RefusedConnect {
  return { refused: status }
}

/** Path and query of a request; the query is read leniently, as the first long-poll URL ends in a bare `&`. */
export function splitUrl(req: IncomingMessage): { path: string; query: URLSearchParams } {
  const url = req.url ?? '/'
  const mark = url.indexOf('?')
  if (mark === -1) return { path: url, query: new URLSearchParams() }
  return { path: url.slice(0, mark), query: new URLSearchParams(url.slice(mark + 1)) }
}

/** Whether we speak what the client asks for: any 2.x.y. */
export function isVersionSpoken(query: URLSearchParams): boolean {
  return /^2\.\d+\.\d+$/.test(query.getAll('vsn').at(-1) ?? '')
}

const BEARER_PREFIX = 'base64url.bearer.phx.'

/**
 * Reads `Sec-WebSocket-Protocol: phoenix, base64url.bearer.phx.<token>`. Despite the name clients write plain base64
 * without padding; both alphabets are read. Null when protocols were offered and none is ours.
 */
export function readSubprotocols(header: string | undefined): { readonly authToken: string | null } | null {
  if (header === undefined) return { authToken: null }
  const offered = header.split(',').map((protocol) => protocol.trim())
  if (!offered.includes('phoenix')) return null
  const bearer = offered.find((protocol) => protocol.startsWith(BEARER_PREFIX))
  return { authToken: bearer ? Buffer.from(bearer.slice(BEARER_PREFIX.length), 'base64').toString() : null }
}

/** A header that may come once; undefined where it is absent. */
export function headerOf(req: IncomingMessage, name: string): string | undefined {
  const value = req.headers[name]
  return Array.isArray(value) ? value[0] : value
}
