import type { IncomingMessage } from 'node:http'
import type { BroadcastOptions, Channel } from './channel.ts'
import {
  isSupportedVersion,
  parseParams,
  refuse,
  sameHost,
  type Accepted,
  type ConnectInfo,
  type ConnectResult,
  type OriginCheck,
  type RefusedConnect,
} from './connect.ts'
import type { Limits } from './limits.ts'
import { OutgoingMessage } from './outgoing-message.ts'
import { RateWindow } from './rate-window.ts'
import { MultiMap, Registry, type MembershipHooks } from './registry.ts'
import { Routes, type RouteTable } from './routes.ts'
import { encodeBroadcast, type JsonText, type Payload } from './serializer.ts'
import type { ChannelSocket, SocketHost } from './socket.ts'
import { closeCodes } from './transport.ts'

/** The options of a mount path. */
export type EndpointOptions<Assigns> = MembershipHooks & {
  /** Accepts or refuses a client before the upgrade. A throw is HTTP 500. */
  connect(info: ConnectInfo): ConnectResult<Assigns> | Promise<ConnectResult<Assigns>>
  readonly channels: RouteTable<Assigns>
  /** Default: `sameHost`. Clients without an `Origin` header are always allowed. */
  readonly checkOrigin?: OriginCheck
  /** Overrides limits of the server. */
  readonly limits?: Partial<Limits>
}

/** Shared by all endpoints of a server. */
export type EndpointContext = {
  readonly limits: Limits
  nowMs(): number
  addressOf(req: IncomingMessage): string
  networkOf(address: string): string | null
  report(cause: unknown, during: string): void
}

/** The part of a connection attempt that depends on the transport. */
type ConnectAttempt = Pick<ConnectInfo, 'transport' | 'authToken'> & { readonly query: URLSearchParams }

/** The sockets of one mount path. */
export class Endpoint<Assigns = unknown> implements SocketHost<Assigns> {
  readonly mount: string
  readonly limits: Limits
  readonly routes: Routes<Assigns>
  readonly registry: Registry<Channel<Assigns, unknown>>
  readonly #options: EndpointOptions<Assigns>
  readonly #context: EndpointContext
  readonly #sockets = new Set<ChannelSocket<Assigns>>()
  readonly #byId = new MultiMap<ChannelSocket<Assigns>>()
  readonly #countByAddress = new Map<string, number>()
  readonly #countByNetwork = new Map<string, number>()
  /** Kept after the last socket of an id has closed, so that reconnecting doesn't reset the count. */
  readonly #rateWindows = new Map<string, RateWindow>()
  #isDraining = false

  constructor(mount: string, options: EndpointOptions<Assigns>, context: EndpointContext) {
    this.mount = mount
    this.#options = options
    this.#context = context
    this.limits = { ...context.limits, ...options.limits }
    this.routes = new Routes(options.channels)
    this.registry = new Registry(options)
  }

  /** The number of connected sockets. */
  get socketCount(): number {
    return this.#sockets.size
  }

  nowMs(): number {
    return this.#context.nowMs()
  }

  report(cause: unknown, during: string): void {
    this.#context.report(cause, `${this.mount} ${during}`)
  }

  /**
   * Sends to all members of a topic in this process, encoded once into one shared buffer. Returns their number. Throws
   * if the payload can't be encoded.
   */
  broadcast(topic: string, event: string, payload: Payload | JsonText, options?: BroadcastOptions): number {
    if (this.registry.count(topic) === 0) return 0
    const key = options?.supersedes === undefined ? null : `${topic}\n${options.supersedes}`
    const message = new OutgoingMessage(encodeBroadcast(topic, event, payload), key)
    return this.registry.forEach(topic, (channel) => channel.deliver(message))
  }

  /** Closes the sockets of an id with 1001, or only those that match the filter. The clients try to reconnect. */
  disconnect(id: string, filter: (assigns: Assigns) => boolean = () => true): number {
    let count = 0
    this.#byId.forEach(id, (socket) => {
      if (!filter(socket.assigns)) return
      socket.close(closeCodes.kicked)
      count += 1
    })
    return count
  }

  /** Whether the request has no `Origin` header or an allowed one. */
  isOriginAllowed(req: IncomingMessage): boolean {
    const { origin, host } = req.headers
    return origin === undefined || (this.#options.checkOrigin ?? sameHost)(origin, host)
  }

  /** Accepts or refuses a connection, cheapest checks first. Rejects only if checkOrigin throws. */
  async authorize(req: IncomingMessage, attempt: ConnectAttempt): Promise<ConnectResult<Assigns>> {
    if (!this.isOriginAllowed(req) || !isSupportedVersion(attempt.query)) return refuse(403)
    const refusal = this.#checkCapacity(this.addressOf(req))
    if (refusal) return refusal
    try {
      return await this.#options.connect({
        transport: attempt.transport,
        authToken: attempt.authToken,
        params: parseParams(attempt.query),
        headers: req.headers,
        remoteAddress: this.addressOf(req),
        origin: req.headers.origin ?? null,
      })
    } catch (cause) {
      this.report(cause, 'connect')
      return refuse(500)
    }
  }

  /** Checks the connection limits. Must run in the same tick in which the socket is created. */
  checkCapacity(req: IncomingMessage, accepted: Accepted<Assigns>): RefusedConnect | null {
    const refusal = this.#checkCapacity(this.addressOf(req))
    if (refusal) return refusal
    const isFull = accepted.id !== null && this.#byId.count(accepted.id) >= this.limits.maxSocketsPerId
    return isFull ? refuse(429) : null
  }

  addressOf(req: IncomingMessage): string {
    return this.#context.addressOf(req)
  }

  /** Registers a new socket. */
  add(socket: ChannelSocket<Assigns>): void {
    this.#sockets.add(socket)
    if (socket.id !== null) this.#byId.add(socket.id, socket)
    this.#countAddress(socket.address, 1)
  }

  remove(socket: ChannelSocket<Assigns>): void {
    if (!this.#sockets.delete(socket)) return
    if (socket.id !== null) this.#byId.delete(socket.id, socket)
    this.#countAddress(socket.address, -1)
  }

  rateWindowOf(id: string): RateWindow {
    const window = this.#rateWindows.get(id) ?? new RateWindow()
    this.#rateWindows.set(id, window)
    return window
  }

  /** Closes sockets that are idle, slow or have not joined in time, and forgets the message rates of those who left. */
  sweep(): void {
    const nowMs = this.nowMs()
    for (const socket of this.#sockets) socket.sweep(nowMs)
    for (const [id, window] of this.#rateWindows) {
      window.release(nowMs, this.limits.rateWindowMs)
      if (window.isEmpty && this.#byId.count(id) === 0) this.#rateWindows.delete(id)
    }
  }

  /** The connected sockets. */
  listSockets(): ChannelSocket<Assigns>[] {
    return [...this.#sockets]
  }

  /** Refuses all further connections. */
  startDraining(): void {
    this.#isDraining = true
  }

  #checkCapacity(address: string): RefusedConnect | null {
    if (this.#isDraining || this.#sockets.size >= this.limits.maxSockets) return refuse(503)
    const network = this.#context.networkOf(address)
    const isFull =
      (this.#countByAddress.get(address) ?? 0) >= this.limits.maxSocketsPerAddress ||
      (network !== null && (this.#countByNetwork.get(network) ?? 0) >= this.limits.maxSocketsPerNetwork)
    return isFull ? refuse(429) : null
  }

  #countAddress(address: string, change: 1 | -1): void {
    const network = this.#context.networkOf(address)
    if (this.limits.maxSocketsPerAddress !== Infinity) addTo(this.#countByAddress, address, change)
    if (this.limits.maxSocketsPerNetwork !== Infinity && network !== null) addTo(this.#countByNetwork, network, change)
  }
}

function addTo(counts: Map<string, number>, key: string, change: 1 | -1): void {
  const count = (counts.get(key) ?? 0) + change
  if (count > 0) counts.set(key, count)
  else counts.delete(key)
}
