import {
  Channel,
  error,
  type ChannelHost,
  type EndReason,
  type HandlerResult,
  type Ok,
  type Refused,
} from './channel.ts'
import type { Limits } from './limits.ts'
import type { Registry } from './registry.ts'
import type { RouteMatch, Routes } from './routes.ts'
import { encodeChannelEnd, encodeReply, isJsonObject, type ClientMessage, type Ref } from './serializer.ts'

/** What the table needs of its socket. */
type TableHost<Assigns> = ChannelHost<Assigns> & {
  readonly isClosed: boolean
  readonly host: {
    readonly limits: Limits
    readonly routes: Routes<Assigns>
    readonly registry: Registry<Channel<Assigns, unknown>>
    report(cause: unknown, during: string): void
  }
}

type JoinRefs = { readonly topic: string; readonly joinRef: Ref; readonly ref: Ref }

const UNMATCHED = error({ reason: 'unmatched topic' })
const TOO_MANY_CHANNELS = error({ reason: 'too many channels joined' })
const INVALID_PAYLOAD = error({ reason: 'invalid_payload' })
const UNKNOWN_EVENT = error({ reason: 'unknown_event' })
const JOIN_CRASHED = error({ reason: 'join crashed' })
const OK: Ok = { status: 'ok', response: {}, state: undefined }

/** The channels that a socket has joined. Handles joins, leaves and pushes (protocol 1.3). */
export class ChannelTable<Assigns> {
  readonly #socket: TableHost<Assigns>
  readonly #channels = new Map<string, Channel<Assigns, unknown>>()
  #pendingJoins = 0
  #hasJoined = false

  constructor(socket: TableHost<Assigns>) {
    this.#socket = socket
  }

  /** Whether any join has ever succeeded. */
  get hasJoined(): boolean {
    return this.#hasJoined
  }

  /** Handles a message on the topic "phoenix", such as a heartbeat. */
  handleControl({ ref, topic, event }: ClientMessage): void {
    this.#reply(null, ref, topic, event === 'heartbeat' ? OK : UNMATCHED)
  }

  /** Handles a message on any other topic. If application code throws, only its channel ends. */
  handle(message: ClientMessage): void | Promise<void> {
    if (message.event === 'phx_join') return this.#join(message)
    const channel = typeof message.topic === 'string' ? this.#channels.get(message.topic) : undefined
    const isStale = channel !== undefined && message.joinRef !== null && message.joinRef !== channel.joinRef
    if (isStale) return
    if (message.event === 'phx_leave') return this.#leave(message, channel)
    if (!channel) return this.#reply(null, message.ref, message.topic, UNMATCHED)
    return this.#push(message, channel)
  }

  /** Ends a channel on the server's initiative. */
  stop(channel: Channel<Assigns, unknown>): void {
    if (!channel.isOpen) return
    this.#socket.send(encodeChannelEnd(channel.joinRef, channel.topic, 'phx_close', {}))
    void this.#end(channel, 'stopped')
  }

  /** Ends all channels without sending anything, after their socket has closed. */
  endAll(): void {
    for (const channel of this.#channels.values()) void this.#end(channel, 'disconnected')
  }

  async #join({ joinRef, ref, topic, payload }: ClientMessage): Promise<void> {
    const { routes, limits } = this.#socket.host
    const match = typeof topic === 'string' ? routes.find(topic) : null
    if (!match || typeof topic !== 'string') return this.#reply(null, ref, topic, UNMATCHED)
    if (!isJsonObject(payload)) return this.#reply(joinRef, ref, topic, INVALID_PAYLOAD)
    const replaced = this.#channels.get(topic)
    if (!replaced && this.#channels.size + this.#pendingJoins >= limits.maxChannelsPerSocket) {
      return this.#reply(joinRef, ref, topic, TOO_MANY_CHANNELS)
    }
    this.#pendingJoins += 1
    try {
      if (replaced) await this.#end(replaced, 'replaced')
      const { id: socketId, assigns } = this.#socket
      const answer = await match.definition.join({ topic, subtopic: match.subtopic, payload, socketId, assigns })
      if (answer.status === 'ok') await this.#accept(match, { topic, joinRef, ref }, answer)
      else this.#reply(joinRef, ref, topic, answer)
    } catch (cause) {
      this.#socket.host.report(cause, `join ${topic}`)
      this.#reply(joinRef, ref, topic, JOIN_CRASHED)
    } finally {
      this.#pendingJoins -= 1
    }
    // With the old join_ref, so that the client doesn't close the new channel.
    if (replaced) this.#socket.send(encodeChannelEnd(replaced.joinRef, topic, 'phx_close', {}))
  }

  async #accept({ definition }: RouteMatch<Assigns>, join: JoinRefs, answer: Ok): Promise<void> {
    const channel = new Channel<Assigns, unknown>(this.#socket, definition, join, answer.state)
    channel.isOpen = true
    // The socket closed during the join. The channel is not registered, but since the join succeeded it terminates.
    if (this.#socket.isClosed) {
      await this.#end(channel, 'disconnected')
      return
    }
    this.#hasJoined = true
    this.#channels.set(join.topic, channel)
    try {
      await this.#socket.host.registry.add(join.topic, channel)
      if (channel.isOpen) this.#reply(join.joinRef, join.ref, join.topic, answer)
    } catch (cause) {
      await this.#end(channel, 'crashed')
      throw cause
    }
    if (channel.isOpen && definition.joined) void this.#run(channel, () => definition.joined?.(channel))
  }

  #leave(message: ClientMessage, channel: Channel<Assigns, unknown> | undefined): void | Promise<void> {
    if (!channel) return this.#reply(message.joinRef, message.ref, message.topic, OK)
    this.#reply(channel.joinRef, message.ref, channel.topic, OK)
    this.#socket.send(encodeChannelEnd(channel.joinRef, channel.topic, 'phx_close', {}))
    return this.#end(channel, 'left')
  }

  #push({ ref, event, payload }: ClientMessage, channel: Channel<Assigns, unknown>): void | Promise<void> {
    const { definition } = channel
    if (Buffer.isBuffer(payload)) {
      if (!definition.handleBinary) return this.#answer(channel, ref, UNKNOWN_EVENT)
      return this.#run(channel, () => definition.handleBinary?.(String(event), payload, channel, ref), ref)
    }
    if (!isJsonObject(payload)) return this.#answer(channel, ref, INVALID_PAYLOAD)
    const { events } = definition
    const handler = events && typeof event === 'string' && Object.hasOwn(events, event) ? events[event] : undefined
    if (!handler) return this.#answer(channel, ref, UNKNOWN_EVENT)
    return this.#run(channel, () => handler(payload, channel, ref), ref)
  }

  /** Runs application code. A throw or rejection ends the channel. */
  #run(
    channel: Channel<Assigns, unknown>,
    handler: () => HandlerResult | Promise<HandlerResult>,
    ref: Ref = null,
  ): void | Promise<void> {
    try {
      const result = handler()
      if (!(result instanceof Promise)) return this.#answer(channel, ref, result)
      return result.then((late) => this.#answer(channel, ref, late)).catch((cause) => this.#crash(channel, cause))
    } catch (cause) {
      this.#crash(channel, cause)
    }
  }

  #answer(channel: Channel<Assigns, unknown>, ref: Ref, result: HandlerResult): void {
    if (!result) return
    const reply = result.status === 'stop' ? result.reply : result
    if (reply) channel.reply(ref, reply)
    if (result.status === 'stop') this.stop(channel)
  }

  #crash(channel: Channel<Assigns, unknown>, cause: unknown): void {
    this.#socket.host.report(cause, `channel ${channel.topic}`)
    if (!channel.isOpen) return
    this.#socket.send(encodeChannelEnd(channel.joinRef, channel.topic, 'phx_error', { reason: 'channel_crash' }))
    void this.#end(channel, 'crashed')
  }

  /** Removes a channel from all tables, then calls `terminate`. The promise never rejects. */
  #end(channel: Channel<Assigns, unknown>, reason: EndReason): void | Promise<void> {
    if (!channel.isOpen) return
    channel.isOpen = false
    if (this.#channels.get(channel.topic) === channel) this.#channels.delete(channel.topic)
    const report = (cause: unknown) => this.#socket.host.report(cause, `terminate ${channel.topic}`)
    try {
      this.#socket.host.registry.delete(channel.topic, channel)
      const ending = channel.definition.terminate?.(channel, reason)
      return ending instanceof Promise ? ending.catch(report) : undefined
    } catch (cause) {
      report(cause)
    }
  }

  #reply(joinRef: Ref, ref: Ref, topic: unknown, answer: Ok | Refused): void {
    this.#socket.send(encodeReply(joinRef, ref, topic, answer.status, answer.response))
  }
}
