import type { Ok, Refused, Stop } from './answers.ts'
import type { OutgoingMessage } from './outgoing-message.ts'
import { encodePush, encodeReply, type JsonObject, type Payload, type Ref } from './serializer.ts'

/** Why a channel ended. `disconnected`: its socket is gone. `replaced`: the client joined the same topic again. */
export type EndReason = 'left' | 'replaced' | 'stopped' | 'crashed' | 'disconnected'

/** A join as the application sees it. `subtopic` is what `*` in the route's pattern stands for, else "". */
export type JoinRequest<Assigns> = {
  readonly topic: string
  readonly subtopic: string
  readonly payload: JsonObject
  readonly socketId: string | null
  readonly assigns: Assigns
}

/** What a push is answered with; nothing is no answer, `channel.reply` may give one later. */
export type HandlerResult = Ok | Refused | Stop | void

type HandlerOf<Assigns, State, Data> = {
  // As a method, so that definitions with any state fit into one table of routes.
  handle(payload: Data, channel: Channel<Assigns, State>, ref: Ref): HandlerResult | Promise<HandlerResult>
}['handle']

/** Handles one event of a joined channel. One runs at a time in each channel, in the order of arrival. */
export type Handler<Assigns, State> = HandlerOf<Assigns, State, JsonObject>

/** What happens on the topics of one route. */
export type ChannelDefinition<Assigns, State = undefined> = {
  /** Lets a client in with `ok(response, state)` or not with `error(response)`. A throw is "join crashed". */
  join(request: JoinRequest<Assigns>): Ok<State> | Refused | Promise<Ok<State> | Refused>
  /** Runs once the client has its join reply: the place for first pushes. */
  joined?(channel: Channel<Assigns, State>): void
  /** By event name. A throw ends the channel with `phx_error`, on which clients join again. */
  readonly events?: Readonly<Record<string, Handler<Assigns, State>>>
  /** Takes binary pushes. Without one on any route of an endpoint a binary frame closes the socket with 1003. */
  handleBinary?(
    event: string,
    data: Buffer,
    channel: Channel<Assigns, State>,
    ref: Ref,
  ): HandlerResult | Promise<HandlerResult>
  /** Runs exactly once for every join that was answered with ok. */
  terminate?(channel: Channel<Assigns, State>, reason: EndReason): void | Promise<void>
}

/** What goes with a broadcast. */
export type BroadcastOptions = {
  /** While a newer message with this key waits for a slow socket on this topic, older unsent ones are dropped. */
  readonly supersedes?: string
}

/** The socket, seen from its channels. */
export type ChannelHost<Assigns> = {
  readonly id: string | null
  readonly assigns: Assigns
  send(data: string | Buffer): void
  deliver(message: OutgoingMessage): void
  broadcast(topic: string, event: string, payload: Payload, options?: BroadcastOptions): number
  stop(channel: Channel<Assigns, unknown>): void
}

/** One client on one topic, from its join to its end. */
export class Channel<Assigns = unknown, State = undefined> {
  readonly topic: string
  /** The ref of the join, as the client gave it; stale messages carry another. */
  readonly joinRef: Ref
  /** What `join` handed over with `ok(response, state)`. */
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

  /** What `connect` said about this socket. */
  get assigns(): Assigns {
    return this.#host.assigns
  }

  /** The id that `connect` gave this socket. */
  get socketId(): string | null {
    return this.#host.id
  }

  /** Sends to this client only. False when the channel has ended. */
  push(event: string, payload: Payload): boolean {
    return this.#send(() => encodePush(this.#joinReplyRef, this.topic, event, payload))
  }

  /** Answers the push that carried `ref`, at any later time. False when the channel has ended. */
  reply(ref: Ref, answer: Ok | Refused): boolean {
    return this.#send(() => encodeReply(this.#joinReplyRef, ref, this.topic, answer.status, answer.response))
  }

  /** Sends to everyone on this topic in this process, this client too. */
  broadcast(event: string, payload: Payload, options?: BroadcastOptions): void {
    this.#host.broadcast(this.topic, event, payload, options)
  }

  /** Ends the channel with `phx_close`; the client doesn't join again by itself. */
  stop(): void {
    this.#host.stop(this)
  }

  /** @internal Sends what others on the topic get too. */
  deliver(message: OutgoingMessage): void {
    this.#host.deliver(message)
  }

  #send(encode: () => string | Buffer): boolean {
    if (this.isOpen) this.#host.send(encode())
    return this.isOpen
  }
}

/** Names the types of a definition: `defineChannel<Assigns, State>({ join, events })`. */
export function defineChannel<Assigns, State = undefined>(
  definition: ChannelDefinition<Assigns, State>,
): ChannelDefinition<Assigns, State> {
  return definition
}
