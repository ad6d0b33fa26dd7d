import { randomUUID } from 'node:crypto'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { splitUrl } from './connect.ts'
import { Endpoint, type EndpointContext, type EndpointOptions } from './endpoint.ts'
import { defaultLimits, type Limits } from './limits.ts'
import { sendPlain, setCommonHeaders, type ResponseHeaders } from './long-poll-http.ts'
import { LongPoll, type LongPollContext } from './long-poll.ts'
import type { ChannelSocket } from './socket.ts'
import { closeCodes } from './transport.ts'
import { refuseUpgrade, WebSocketUpgrade } from './websocket-upgrade.ts'

/** The options of a server. Only the secret is required. */
export type ChannelServerOptions = {
  /** Signs long-poll session tokens. The same on all nodes. */
  readonly secret: string | Buffer
  /**
   * Identifies this process among the nodes: letters, digits, `-` and `_`. Each long-poll session token begins with it,
   * so that a proxy can tell the node. Default: random.
   */
  readonly nodeId?: string
  /** Overrides `defaultLimits`. */
  readonly limits?: Partial<Limits>
  /** Added to every HTTP response except a successful upgrade. */
  readonly responseHeaders?: ResponseHeaders
  /** The client's address, for servers behind a proxy. Default: the address of the connection. */
  readonly addressOf?: (req: IncomingMessage) => string
  /** The network around an address, for `maxSocketsPerNetwork`; null if it has none. */
  readonly networkOf?: (address: string) => string | null
  /** Called for each request, to limit how many a client makes. False refuses it: 429, over long-poll 500. */
  readonly admits?: (req: IncomingMessage) => boolean
  /** Called when application code throws. `during` says where. */
  readonly onError?: (cause: unknown, during: string) => void
  /** A monotonic clock, and the time of day. For tests. */
  readonly nowMs?: () => number
  readonly epochMs?: () => number
}

/** How sockets are closed on shutdown. */
export type DrainOptions = {
  /** The size of and delay between batches, so that clients don't all reconnect at the same time. */
  readonly batchSize?: number
  readonly batchEveryMs?: number
  /** When connections that are slow to close are destroyed. */
  readonly timeoutMs?: number
}

type Mounted = { readonly endpoint: Endpoint; readonly handlers: Handlers }
type Handlers = {
  upgrade(req: IncomingMessage, raw: Duplex, head: Buffer): void
  longPoll(req: IncomingMessage, res: ServerResponse): void
}

const CLOSED_CHECK_MS = 10
const DEFAULT_DRAIN = { batchSize: 500, batchEveryMs: 50, timeoutMs: 5_000 }

/** Serves Phoenix Channels on any number of mount paths of a Node HTTP server. */
export class ChannelServer {
  readonly #mounted = new Map<string, Mounted>()
  readonly #context: EndpointContext & LongPollContext
  readonly #sweeper: NodeJS.Timeout

  constructor(options: ChannelServerOptions) {
    const limits = { ...defaultLimits, ...options.limits }
    this.#context = {
      limits,
      secret: options.secret,
      nodeId: options.nodeId ?? randomUUID(),
      responseHeaders: options.responseHeaders ?? {},
      // Whole milliseconds, which V8 stores as small integers instead of heap numbers in every socket.
      nowMs: options.nowMs ?? (() => Math.floor(performance.now())),
      epochMs: options.epochMs ?? Date.now,
      addressOf: options.addressOf ?? ((req) => req.socket.remoteAddress ?? ''),
      networkOf: options.networkOf ?? (() => null),
      admits: options.admits ?? (() => true),
      report: (cause, during) => options.onError?.(cause, during),
    }
    this.#sweeper = setInterval(() => this.sweep(), limits.sweepMs).unref()
  }

  /** The number of connected sockets on all endpoints. */
  get socketCount(): number {
    let count = 0
    for (const { endpoint } of this.#mounted.values()) count += endpoint.socketCount
    return count
  }

  /** Adds a mount path such as `/socket`; clients connect to `<mount>/websocket` or `<mount>/longpoll`. */
  endpoint<Assigns>(mount: string, options: EndpointOptions<Assigns>): Endpoint<Assigns> {
    if (!/^(\/[^/?#]+)+$/.test(mount)) throw new Error(`a mount path looks like "/socket", not "${mount}"`)
    if (this.#mounted.has(mount)) throw new Error(`two endpoints on ${mount}`)
    const endpoint = new Endpoint(mount, options, this.#context)
    const upgrades = new WebSocketUpgrade(endpoint, this.#context.responseHeaders)
    const longPoll = new LongPoll(endpoint, this.#context)
    const handlers: Handlers = {
      upgrade: (req, raw, head) => void upgrades.handle(req, raw, head),
      longPoll: (req, res) => void longPoll.handle(req, res),
    }
    this.#mounted.set(mount, { endpoint, handlers })
    return endpoint
  }

  /** Handles upgrade requests for its mount paths. Others are left to other listeners; without any they get 404. */
  attach(server: Server): void {
    server.on('upgrade', (req: IncomingMessage, raw: Duplex, head: Buffer) => {
      const found = this.#find(req)
      if (!found && server.listenerCount('upgrade') > 1) return
      if (!this.#context.admits(req)) this.#refuse(raw, 429)
      else if (found?.transport === 'websocket') found.handlers.upgrade(req, raw, head)
      else this.#refuse(raw, found ? 400 : 404)
    })
  }

  /** Handles an HTTP request for a mount path. Returns false for other requests. */
  handleRequest(req: IncomingMessage, res: ServerResponse): boolean {
    const found = this.#find(req)
    if (!found) return false
    if (found.transport === 'longpoll') {
      found.handlers.longPoll(req, res)
      return true
    }
    setCommonHeaders(req, res, false, this.#context.responseHeaders)
    if (!this.#context.admits(req)) sendPlain(res, 429)
    else sendPlain(res, 400, req.method === 'GET' ? 'This path is for WebSocket connections.\n' : '')
    return true
  }

  /** Closes an id's sockets on all endpoints with 1001, or only those that match the filter. Returns their number. */
  disconnect(id: string, filter?: (assigns: unknown) => boolean): number {
    let count = 0
    for (const { endpoint } of this.#mounted.values()) count += endpoint.disconnect(id, filter)
    return count
  }

  /** Closes sockets that are idle, slow or have not joined in time. Runs automatically every `sweepMs`. */
  sweep(): void {
    for (const { endpoint } of this.#mounted.values()) endpoint.sweep()
  }

  /** Refuses new connections and closes all sockets with 1012 in batches. Resolves when all are closed. */
  async drain(options: DrainOptions = {}): Promise<void> {
    clearInterval(this.#sweeper)
    for (const { endpoint } of this.#mounted.values()) endpoint.startDraining()
    const sockets = this.#listSockets()
    await this.#closeAll(sockets, options)
    await this.#waitForClosed(sockets, options.timeoutMs ?? DEFAULT_DRAIN.timeoutMs)
  }

  /** Closes all sockets with 1012 in batches, but accepts new connections: clients reconnect and rejoin. */
  async restartSockets(options: Omit<DrainOptions, 'timeoutMs'> = {}): Promise<void> {
    await this.#closeAll(this.#listSockets(), options)
  }

  #listSockets(): ChannelSocket[] {
    return [...this.#mounted.values()].flatMap(({ endpoint }) => endpoint.listSockets())
  }

  async #closeAll(sockets: readonly ChannelSocket[], options: DrainOptions): Promise<void> {
    const { batchSize, batchEveryMs } = { ...DEFAULT_DRAIN, ...options }
    for (let start = 0; start < sockets.length; start += batchSize) {
      if (start > 0) await delay(batchEveryMs)
      for (const socket of sockets.slice(start, start + batchSize)) socket.close(closeCodes.restarting)
    }
  }

  async #waitForClosed(sockets: readonly ChannelSocket[], timeoutMs: number): Promise<void> {
    const startedAtMs = performance.now()
    while (sockets.some((socket) => !socket.isGone)) {
      if (performance.now() - startedAtMs >= timeoutMs) return sockets.forEach((socket) => socket.terminate())
      await delay(CLOSED_CHECK_MS)
    }
  }

  #find(req: IncomingMessage): (Mounted & { transport: 'websocket' | 'longpoll' }) | null {
    const { path } = splitUrl(req)
    const slash = path.lastIndexOf('/')
    const transport = path.slice(slash + 1)
    const mounted = this.#mounted.get(path.slice(0, slash))
    return mounted && (transport === 'websocket' || transport === 'longpoll') ? { ...mounted, transport } : null
  }

  #refuse(raw: Duplex, status: number): void {
    raw.on('error', () => raw.destroy())
    refuseUpgrade(raw, status, this.#context.responseHeaders)
  }
}
