import type { OutgoingMessage } from './outgoing-message.ts'
import { encodePush, encodeReply, type JsonObject, type JsonText, type Payload, type Ref } from './serializer.ts'

/** A successful reply to a join or push. The `state` of a join's reply becomes `channel.state`. */
export type Ok<State = unknown> = {
  readonly status: 'ok'
  readonly response: Payload | JsonText
  readonly state: State
}

/** An error reply. After a refused push the channel stays joined. */
export type Refused = { readonly status: 'error'; readonly response: Payload }

/** Ends the channel, after a reply if there is one. The client doesn't rejoin. */
export type Stop = { readonly status: 'stop'; readonly reply: Ok | Refused | null }

/** Replies with `{"status":"ok"}`. */
export function ok(): Ok<undefined>
export function ok(response: Payload | JsonText): Ok<undefined>
export function ok<State>(response: Payload | JsonText, state: State): Ok<State>
export function ok(response: Payload | JsonText = {}, state?: unknown): Ok {
  return { status: 'ok', response, state }
}

/** Replies with `{"status":"error"}`. */
export function error(response: Payload): Refused {
  return { status: 'error', response }
}

/** Ends the channel with `phx_close`, after an optional reply. */
export function stop(reply: Ok | Refused | null = null): Stop {
  return { status: 'stop', reply }
}

/** Why a channel ended. `disconnected`: its socket closed. `replaced`: the client joined the topic again. */
export type EndReason = 'left' | 'replaced' | 'stopped' | 'crashed' | 'disconnected'

/** A join request. `subtopic` is the part that the route's `*` matched, or "". */
export type JoinRequest<Assigns> = {
  readonly topic: string
  readonly subtopic: string
  readonly payload: JsonObject
  readonly socketId: string | null
  readonly assigns: Assigns
}

/** The reply to a push. None if void; `channel.reply` can send one later. */
export type HandlerResult = Ok | Refused | Stop | void

type HandlerOf<Assigns, State, Data> = {
  // Declared as a method for bivariance, so that definitions with different states fit into one RouteTable.
  handle(payload: Data, channel: Channel<Assigns, State>, ref: Ref): HandlerResult | Promise<HandlerResult>
}['handle']

/** Handles an event. The handlers of a channel run one at a time, in order of arrival. */
export type Handler<Assigns, State> = HandlerOf<Assigns, State, JsonObject>

/** The behaviour of the topics of a route. */
export type ChannelDefinition<Assigns, State = undefined> = {
  /** Accepts the client with `ok(response, state)` or refuses it with `error(response)`. A throw is "join crashed". */
  join(request: JoinRequest<Assigns>): Ok<State> | Refused | Promise<Ok<State> | Refused>
  /** Runs after the join reply was sent: the place for first pushes. */
  joined?(channel: Channel<Assigns, State>): void
  /** Handlers by event name. A throw ends the channel with `phx_error`, and the client rejoins. */
  readonly events?: Readonly<Record<string, Handler<Assigns, State>>>
  /** Handles binary pushes. If no route of an endpoint has this, a binary frame closes the socket with 1003. */
  handleBinary?(
    event: string,
    data: Buffer,
    channel: Channel<Assigns, State>,
    ref: Ref,
  ): HandlerResult | Promise<HandlerResult>
  /** Runs exactly once for each successful join. */
  terminate?(channel: Channel<Assigns, State>, reason: EndReason): void | Promise<void>
}

/** Options of a broadcast. */
export type BroadcastOptions = {
  /** Replaces an older, unsent message of this topic with the same key, for clients that read too slowly. */
  readonly supersedes?: string
}

/** What a channel needs of its socket. */
export type ChannelHost<Assigns> = {
  readonly id: string | null
  readonly assigns: Assigns
  send(data: string | Buffer): void
  deliver(message: OutgoingMessage): void
  broadcast(topic: string, event: string, payload: Payload, options?: BroadcastOptions): number
  stop(channel: Channel<Assigns, unknown>): void
}

/** One client's subscription to one topic, from its join to its end. */
export class Channel<Assigns = unknown, State = undefined> {
  readonly topic: string
  /** The client's ref of the join. Messages with another join_ref belong to an earlier channel. */
  readonly joinRef: Ref
  /** The state that `join` returned with `ok(response, state)`. */
  readonly state: State
  /** @internal */
  readonly definition: ChannelDefinition<Assigns, State>
  /** @internal */
  isOpen = false
  readonly #host: ChannelHost<Assigns>
  readonly #joinReplyRef: Ref

  /** @internal */
  constructor(
    host: ChannelHost<Assigns>,
    definition: ChannelDefinition<Assigns, State>,
    join: { readonly topic: string; readonly joinRef: Ref; readonly ref: Ref },
    state: State,
  ) {
    this.#host = host
    this.definition = definition
    this.topic = join.topic
    this.joinRef = join.joinRef
    this.#joinReplyRef = join.joinRef ?? join.ref
    this.state = state
  }

  /** The assigns that `connect` returned for this socket. */
  get assigns(): Assigns {
    return this.#host.assigns
  }

  /** The id that `connect` returned for this socket. */
  get socketId(): string | null {
    return this.#host.id
  }

  /** Sends to this client only. Returns false if the channel has ended. */
  push(event: string, payload: Payload): boolean {
    return this.#send(() => encodePush(this.#joinReplyRef, this.topic, event, payload))
  }

  /** Replies to the push with this `ref`, at any time. Returns false if the channel has ended. */
  reply(ref: Ref, answer: Ok | Refused): boolean {
    return this.#send(() => encodeReply(this.#joinReplyRef, ref, this.topic, answer.status, answer.response))
  }

  /** Sends to all members of this topic in this process, including this client. */
  broadcast(event: string, payload: Payload, options?: BroadcastOptions): void {
    this.#host.broadcast(this.topic, event, payload, options)
  }

  /** Ends the channel with `phx_close`. The client doesn't rejoin. */
  stop(): void {
    this.#host.stop(this)
  }

  /** @internal Sends a shared message. */
  deliver(message: OutgoingMessage): void {
    this.#host.deliver(message)
  }

  #send(encode: () => string | Buffer): boolean {
    if (this.isOpen) this.#host.send(encode())
    return this.isOpen
  }
}

/** Sets the types of a definition: `defineChannel<Assigns, State>({ join, events })`. */
export function defineChannel<Assigns, State = undefined>(
  definition: ChannelDefinition<Assigns, State>,
): ChannelDefinition<Assigns, State> {
  return definition
}
