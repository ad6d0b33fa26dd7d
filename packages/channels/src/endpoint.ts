import type { IncomingMessage } from 'node:http'
import type { BroadcastOptions, Channel } from './channel.ts'
import { closeCodes } from './close-codes.ts'
import {
  isVersionSpoken,
  refuse,
  type Accepted,
  type ConnectInfo,
  type ConnectResult,
  type RefusedConnect,
} from './connect.ts'
import { Groups } from './groups.ts'
import type { Limits } from './limits.ts'
import { sameHost, type OriginCheck } from './origin.ts'
import { OutgoingMessage } from './outgoing-message.ts'
import { parseParams } from './params.ts'
import { Registry, type MembershipHooks } from './registry.ts'
import { Routes, type RouteTable } from './routes.ts'
import { encodeBroadcast, type JsonText, type Payload } from './serializer.ts'
import type { ChannelSocket, SocketHost } from './socket.ts'

/** One mount path: who may connect, and which topics there are. */
export type EndpointOptions<Assigns> = MembershipHooks & {
  /** Decides before the upgrade. A throw is HTTP 500. */
  connect(info: ConnectInfo): ConnectResult<Assigns> | Promise<ConnectResult<Assigns>>
  readonly channels: RouteTable<Assigns>
  /** Default: the request's own host only. Clients without an `Origin` always pass. */
  readonly checkOrigin?: OriginCheck
  /** Where this endpoint's limits differ from the server's. */
  readonly limits?: Partial<Limits>
}

/** What all endpoints of a server share. */
export type EndpointContext = {
  readonly limits: Limits
  nowMs(): number
  addressOf(req: IncomingMessage): string
  report(cause: unknown, during: string): void
}

/** The parts of a connect that its transport knows. */
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
  readonly #byId = new Groups<ChannelSocket<Assigns>>()
  readonly #countByAddress = new Map<string, number>()
  #isDraining = false

  constructor(mount: string, options: EndpointOptions<Assigns>, context: EndpointContext) {
    this.mount = mount
    this.#options = options
    this.#context = context
    this.limits = { ...context.limits, ...options.limits }
    this.routes = new Routes(options.channels)
    this.registry = new Registry(options)
  }

  /** Sockets connected now. */
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
   * Sends to everyone on a topic in this process; gives how many that were. Encoded once, in one buffer for all. Throws
   * where the payload can't be encoded.
   */
  broadcast(topic: string, event: string, payload: Payload | JsonText, options?: BroadcastOptions): number {
    if (this.registry.count(topic) === 0) return 0
    const key = options?.supersedes === undefined ? null : `${topic}\n${options.supersedes}`
    const message = new OutgoingMessage(encodeBroadcast(topic, event, payload), key)
    return this.registry.forEach(topic, (channel) => channel.deliver(message))
  }

  /** Closes an id's sockets with 1001: all, or those that `which` picks. Their clients reconnect, if they still may. */
  disconnect(id: string, which: (assigns: Assigns) => boolean = () => true): number {
    let count = 0
    this.#byId.forEach(id, (socket) => {
      if (!which(socket.assigns)) return
      socket.close(closeCodes.kicked)
      count += 1
    })
    return count
  }

  /** Whether a page of this request's origin may talk to us. */
  isOriginAllowed(req: IncomingMessage): boolean {
    const { origin, host } = req.headers
    return origin === undefined || (this.#options.checkOrigin ?? sameHost)(origin, host)
  }

  /** Decides on a connect, cheapest question first; `findNoRoom` has the last word. Rejects only where checkOrigin throws. */
  async admit(req: IncomingMessage, attempt: ConnectAttempt): Promise<ConnectResult<Assigns>> {
    if (!this.isOriginAllowed(req) || !isVersionSpoken(attempt.query)) return refuse(403)
    const refusal = this.#refuseForRoom(this.addressOf(req))
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

  /** Whether there is still room, asked in the same tick in which the socket is made. */
  findNoRoom(req: IncomingMessage, accepted: Accepted<Assigns>): RefusedConnect | null {
    const refusal = this.#refuseForRoom(this.addressOf(req))
    if (refusal) return refusal
    const isFull = accepted.id !== null && this.#byId.count(accepted.id) >= this.limits.maxSocketsPerId
    return isFull ? refuse(429) : null
  }

  addressOf(req: IncomingMessage): string {
    return this.#context.addressOf(req)
  }

  /** Takes a new socket into the tables. */
  remember(socket: ChannelSocket<Assigns>): void {
    this.#sockets.add(socket)
    if (socket.id !== null) this.#byId.add(socket.id, socket)
    this.#countAddress(socket.address, 1)
  }

  forget(socket: ChannelSocket<Assigns>): void {
    if (!this.#sockets.delete(socket)) return
    if (socket.id !== null) this.#byId.delete(socket.id, socket)
    this.#countAddress(socket.address, -1)
  }

  /** Looks at every socket: idle, slow, silent? */
  sweep(): void {
    const nowMs = this.nowMs()
    for (const socket of this.#sockets) socket.sweep(nowMs)
  }

  /** The sockets connected now. */
  listSockets(): ChannelSocket<Assigns>[] {
    return [...this.#sockets]
  }

  /** Lets nobody in any more. */
  startDraining(): void {
    this.#isDraining = true
  }

  #refuseForRoom(address: string): RefusedConnect | null {
    if (this.#isDraining || this.#sockets.size >= this.limits.maxSockets) return refuse(503)
    const fromAddress = this.#countByAddress.get(address) ?? 0
    return fromAddress >= this.limits.maxSocketsPerAddress ? refuse(429) : null
  }

  #countAddress(address: string, change: 1 | -1): void {
    if (this.limits.maxSocketsPerAddress === Infinity) return
    const count = (this.#countByAddress.get(address) ?? 0) + change
    if (count > 0) this.#countByAddress.set(address, count)
    else this.#countByAddress.delete(address)
  }
}
