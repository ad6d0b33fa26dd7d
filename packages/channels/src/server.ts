import { randomUUID } from 'node:crypto'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { closeCodes } from './close-codes.ts'
import { splitUrl } from './connect.ts'
import { Endpoint, type EndpointContext, type EndpointOptions } from './endpoint.ts'
import { defaultLimits, type Limits } from './limits.ts'
import { prepareAnswer, sendPlain, type ResponseHeaders } from './long-poll-answer.ts'
import { LongPoll, type LongPollContext } from './long-poll.ts'
import type { ChannelSocket } from './socket.ts'
import { refuseUpgrade, WebSocketUpgrade } from './websocket-upgrade.ts'

/** What a server is made with; only the secret is needed. */
export type ChannelServerOptions = {
  /** Signs long-poll session tokens. The same on all nodes. */
  readonly secret: string | Buffer
  /** Names this process among the nodes. Default: random. */
  readonly nodeId?: string
  /** Where the limits differ from `defaultLimits`. */
  readonly limits?: Partial<Limits>
  /** Added to every HTTP answer but a good upgrade. */
  readonly responseHeaders?: ResponseHeaders
  /** The client's address, where a proxy stands in front. Default: the connection's. */
  readonly addressOf?: (req: IncomingMessage) => string
  /** Told of every throw in application code. `during` says where. */
  readonly onError?: (cause: unknown, during: string) => void
  /** A clock that never runs backwards, and the time of day. For tests. */
  readonly nowMs?: () => number
  readonly epochMs?: () => number
}

/** How a server stops. */
export type DrainOptions = {
  /** Sockets closed at a time, and how long to wait between: all at once would come back all at once. */
  readonly batchSize?: number
  readonly batchEveryMs?: number
  /** When connections that are slow to close are cut. */
  readonly timeoutMs?: number
}

type Mounted = { readonly endpoint: Endpoint; readonly handlers: Handlers }
type Handlers = {
  upgrade(req: IncomingMessage, raw: Duplex, head: Buffer): void
  longPoll(req: IncomingMessage, res: ServerResponse): void
}

const CLOSED_CHECK_MS = 10
const DEFAULT_DRAIN = { batchSize: 500, batchEveryMs: 50, timeoutMs: 5_000 }

/** Speaks Phoenix Channels on any number of mount paths of a Node HTTP server. */
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
      // Whole milliseconds are small integers to V8, which sockets hold without a heap number each.
      nowMs: options.nowMs ?? (() => Math.floor(performance.now())),
      epochMs: options.epochMs ?? Date.now,
      addressOf: options.addressOf ?? ((req) => req.socket.remoteAddress ?? ''),
      report: (cause, during) => options.onError?.(cause, during),
    }
    this.#sweeper = setInterval(() => this.sweep(), limits.sweepMs).unref()
  }

  /** Sockets connected now, on all endpoints. */
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

  /** Takes over the upgrade requests for its mount paths; others are left to other listeners, or get 404. */
  attach(server: Server): void {
    server.on('upgrade', (req: IncomingMessage, raw: Duplex, head: Buffer) => {
      const found = this.#find(req)
      if (found?.transport === 'websocket') found.handlers.upgrade(req, raw, head)
      else if (found || server.listenerCount('upgrade') === 1) this.#refuse(raw, found ? 400 : 404)
    })
  }

  /** Answers a plain HTTP request if it is for a mount path; false when it is someone else's. */
  handleRequest(req: IncomingMessage, res: ServerResponse): boolean {
    const found = this.#find(req)
    if (!found) return false
    if (found.transport === 'longpoll') {
      found.handlers.longPoll(req, res)
      return true
    }
    prepareAnswer(req, res, false, this.#context.responseHeaders)
    sendPlain(res, 400, req.method === 'GET' ? 'This path is for WebSocket connections.\n' : '')
    return true
  }

  /** Closes an id's sockets on all endpoints with 1001, all or those that `which` picks; gives how many that were. */
  disconnect(id: string, which?: (assigns: unknown) => boolean): number {
    let count = 0
    for (const { endpoint } of this.#mounted.values()) count += endpoint.disconnect(id, which)
    return count
  }

  /** Closes what is idle, slow or silent. Runs by itself every `sweepMs`. */
  sweep(): void {
    for (const { endpoint } of this.#mounted.values()) endpoint.sweep()
  }

  /** Lets nobody in any more and closes all sockets with 1012, batch by batch; ends when all are gone. */
  async drain(options: DrainOptions = {}): Promise<void> {
    clearInterval(this.#sweeper)
    for (const { endpoint } of this.#mounted.values()) endpoint.startDraining()
    const sockets = this.#listSockets()
    await this.#sendAway(sockets, options)
    await this.#waitForClosed(sockets, options.timeoutMs ?? DEFAULT_DRAIN.timeoutMs)
  }

  /** Closes all sockets with 1012, batch by batch, and lets them in again: their clients rejoin and read anew. */
  async restartSockets(options: Omit<DrainOptions, 'timeoutMs'> = {}): Promise<void> {
    await this.#sendAway(this.#listSockets(), options)
  }

  #listSockets(): ChannelSocket[] {
    return [...this.#mounted.values()].flatMap(({ endpoint }) => endpoint.listSockets())
  }

  async #sendAway(sockets: readonly ChannelSocket[], options: DrainOptions): Promise<void> {
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
