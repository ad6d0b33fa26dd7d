import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { TransportKind } from './transport.ts'

const MAX_PARAM_DEPTH = 8

/** Connect parameters: `a=1`, or nested, `a[b]=1`. The objects have no prototype, so no name is special. */
export type Params = { [name: string]: string | Params }

/** A connection attempt. */
export type ConnectInfo = {
  readonly transport: TransportKind
  readonly params: Params
  /** The client's `authToken` option, from the subprotocol or header. */
  readonly authToken: string | null
  readonly headers: IncomingHttpHeaders
  readonly remoteAddress: string
  readonly origin: string | null
}

/** Accepts a connection. `disconnect(id)` closes all sockets with the same id. */
export type Accepted<Assigns> = { readonly id: string | null; readonly assigns: Assigns }

/** HTTP status of a refused connection. Long-poll clients get 403 or 500, as they understand no other status. */
export type RefusalStatus = 403 | 429 | 500 | 503

/** Refuses a connection. */
export type RefusedConnect = { readonly refused: RefusalStatus }

/** The result of `connect`. */
export type ConnectResult<Assigns> = Accepted<Assigns> | RefusedConnect

/** Refuses a connection, with 403 by default. */
export function refuse(status: RefusalStatus = 403): RefusedConnect {
  return { refused: status }
}

/** The path and query of a request. The first long-poll URL of a client ends in a bare `&`, which is accepted. */
export function splitUrl(req: IncomingMessage): { path: string; query: URLSearchParams } {
  const url = req.url ?? '/'
  const mark = url.indexOf('?')
  if (mark === -1) return { path: url, query: new URLSearchParams() }
  return { path: url.slice(0, mark), query: new URLSearchParams(url.slice(mark + 1)) }
}

/** Whether the requested protocol version is 2.x.y. */
export function isSupportedVersion(query: URLSearchParams): boolean {
  return /^2\.\d+\.\d+$/.test(query.getAll('vsn').at(-1) ?? '')
}

const BEARER_PREFIX = 'base64url.bearer.phx.'

/**
 * Parses `Sec-WebSocket-Protocol: phoenix, base64url.bearer.phx.<token>`. Despite the name, clients send standard
 * base64 without padding; both alphabets are accepted. Null if protocols were offered but not "phoenix".
 */
export function readSubprotocols(header: string | undefined): { readonly authToken: string | null } | null {
  if (header === undefined) return { authToken: null }
  const offered = header.split(',').map((protocol) => protocol.trim())
  if (!offered.includes('phoenix')) return null
  const bearer = offered.find((protocol) => protocol.startsWith(BEARER_PREFIX))
  return { authToken: bearer ? Buffer.from(bearer.slice(BEARER_PREFIX.length), 'base64').toString() : null }
}

/** The value of a header, or undefined. */
export function headerOf(req: IncomingMessage, name: string): string | undefined {
  const value = req.headers[name]
  return Array.isArray(value) ? value[0] : value
}

/** Parses a query string as Phoenix clients write it. A later value of a name replaces an earlier one. */
export function parseParams(query: URLSearchParams): Params {
  const params = emptyParams()
  for (const [name, value] of query) assign(params, splitName(name), value)
  return params
}

function assign(params: Params, path: readonly string[], value: string): void {
  let node = params
  for (const name of path.slice(0, -1)) {
    const next = node[name]
    node = typeof next === 'object' ? next : (node[name] = emptyParams())
  }
  node[path.at(-1) ?? ''] = value
}

function splitName(name: string): string[] {
  const match = /^([^[\]]+)((?:\[[^[\]]+\])+)$/.exec(name)
  if (!match) return [name]
  const [, head = '', tail = ''] = match
  const path = [head, ...tail.slice(1, -1).split('][')]
  return path.length > MAX_PARAM_DEPTH ? [name] : path
}

function emptyParams(): Params {
  return Object.create(null) as Params
}

/** Decides whether a page of this origin may connect. Called only if the client sent an `Origin` header. */
export type OriginCheck = (origin: string, host: string | undefined) => boolean

/** The default: allows http(s) origins with the request's own host and port. */
export const sameHost: OriginCheck = (origin, host) => {
  const url = parseOrigin(origin)
  return url !== null && (url.protocol === 'http:' || url.protocol === 'https:') && url.host === host
}

/**
 * Allows the request's own host and these origins: exact (`https://example.com`, `capacitor://localhost`), any scheme
 * (`//example.com`), or any subdomain (`//*.example.com`).
 */
export function allowOrigins(origins: readonly string[]): OriginCheck {
  return (origin, host) => {
    const url = parseOrigin(origin)
    if (!url) return false
    return sameHost(origin, host) || origins.some((allowed) => matches(allowed, url))
  }
}

function matches(allowed: string, { protocol, host }: URL): boolean {
  if (allowed.startsWith('//*.')) return host.endsWith(allowed.slice(3))
  if (allowed.startsWith('//')) return host === allowed.slice(2)
  return `${protocol}//${host}` === allowed
}

function parseOrigin(origin: string): URL | null {
  const url = parseUrl(origin)
  // Rejects "https://a.com/path" and "https://user@a.com", which are URLs but not origins.
  return url && url.host !== '' && `${url.protocol}//${url.host}` === origin.toLowerCase() ? url : null
}

function parseUrl(text: string): URL | null {
  try {
    return new URL(text)
  } catch {
    return null
  }
}
