import { encodeBinaryBroadcast, encodeBinaryPush, encodeBinaryReply } from './binary-serializer.ts'

/** What a client names a message by. Echoed with the same JSON type it came with. */
export type Ref = string | number | null

/** A JSON object as it came off the wire: nothing in it is checked yet. */
export type JsonObject = { readonly [key: string]: unknown }

/** A JSON object that is already text: one that goes to many topics, or came from another process, is encoded once. */
export class JsonText {
  readonly json: string

  /** `json` must be the text of an object; it is sent as it stands. */
  constructor(json: string) {
    this.json = json
  }
}

/** What a server message carries: a JSON object, or bytes for a client that speaks binary frames. */
export type Payload = JsonObject | Uint8Array

/** One message of a client. Topic and event are strings from every real client, anything from a hostile one. */
export type ClientMessage = {
  readonly joinRef: Ref
  readonly ref: Ref
  readonly topic: unknown
  readonly event: unknown
  readonly payload: unknown
}

/** Reads `[join_ref, ref, topic, event, payload]`; more elements are ignored. Null when it is nothing of the kind. */
export function decodeText(text: string): ClientMessage | null {
  const parts = parseJson(text)
  if (!Array.isArray(parts) || parts.length < 5) return null
  const [joinRef, ref, topic, event, payload] = parts as unknown[]
  if (!isRef(joinRef) || !isRef(ref)) return null
  return { joinRef, ref, topic, event, payload }
}

/** A message to one client that answers none of its own. */
export function encodePush(joinRef: Ref, topic: string, event: string, payload: Payload): string | Buffer {
  if (payload instanceof Uint8Array) return encodeBinaryPush(joinRef, topic, event, payload)
  return JSON.stringify([joinRef, null, topic, event, payload])
}

/** The answer to the message that carried `ref`. The topic is echoed as it came, even where it is no string. */
export function encodeReply(
  joinRef: Ref,
  ref: Ref,
  topic: unknown,
  status: string,
  response: Payload,
): string | Buffer {
  if (response instanceof Uint8Array) return encodeBinaryReply(joinRef, ref, String(topic), status, response)
  return JSON.stringify([joinRef, ref, topic, 'phx_reply', { status, response }])
}

/** A message to everyone on a topic: the same bytes for each, so it is encoded once. */
export function encodeBroadcast(topic: string, event: string, payload: Payload | JsonText): string | Buffer {
  if (payload instanceof Uint8Array) return encodeBinaryBroadcast(topic, event, payload)
  if (payload instanceof JsonText)
    return `[null,null,${JSON.stringify(topic)},${JSON.stringify(event)},${payload.json}]`
  return JSON.stringify([null, null, topic, event, payload])
}

/** The end of a channel: `phx_close` (on purpose) or `phx_error` (the client shall join again). */
export function encodeChannelEnd(joinRef: Ref, topic: string, event: 'phx_close' | 'phx_error', payload: JsonObject) {
  return JSON.stringify([joinRef, joinRef, topic, event, payload])
}

/** True for a JSON object, false for null, arrays, bytes and plain values. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Uint8Array)
}

function isRef(value: unknown): value is Ref {
  return value === null || typeof value === 'string' || typeof value === 'number'
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
