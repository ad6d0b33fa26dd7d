import type { Payload } from './serializer.ts'

/** What a join or a push is answered with. `state` is kept on the channel when it answers a join. */
export type Ok<State = unknown> = { readonly status: 'ok'; readonly response: Payload; readonly state: State }

/** A refusal: a refused join leaves no channel, a refused push leaves the channel joined. */
export type Refused = { readonly status: 'error'; readonly response: Payload }

/** Ends the channel, after the reply where there is one. The client doesn't join again by itself. */
export type Stop = { readonly status: 'stop'; readonly reply: Ok | Refused | null }

/** Answers with `{"status":"ok"}`. */
export function ok(): Ok<undefined>
export function ok(response: Payload): Ok<undefined>
export function ok<State>(response: Payload, state: State): Ok<State>
export function ok(response: Payload = {}, state?: unknown): Ok {
  return { status: 'ok', response, state }
}

/** Answers with `{"status":"error"}`. */
export function error(response: Payload): Refused {
  return { status: 'error', response }
}

/** Answers (or not) and then ends the channel with `phx_close`. */
export function stop(reply: Ok | Refused | null = null): Stop {
  return { status: 'stop', reply }
}
