type Field = string | number | null
const PUSH = 0
const REPLY = 1
const BROADCAST = 2
const MAX_FIELD_BYTES = 255

/** A client's reference to a message. Echoed with the same JSON type. */
export type Ref = string | number | null

/** A JSON object from the wire, not validated. */
export type JsonObject = { readonly [key: string]: unknown }

/** A JSON object that is already serialized, such as a message from another process or a reply that many get. */
export class JsonText {
  readonly json: string
  #bytes: Buffer | null = null

  /** `json` must be the text of a JSON object. It is sent unchanged. */
  constructor(json: string) {
    this.json = json
  }

  /** The text in UTF-8, encoded once for all messages that carry it. */
  get bytes(): Buffer {
    this.#bytes ??= Buffer.from(this.json)
    return this.#bytes
  }
}

/** A text message that ends with a serialized payload: `head` + payload + `]`, joined when it is sent. */
export class TextWithPayload {
  readonly head: string
  readonly payload: JsonText

  constructor(head: string, payload: JsonText) {
    this.head = head
    this.payload = payload
  }

  toString(): string {
    return `${this.head}${this.payload.json}]`
  }
}

/** The payload of a server message: a JSON object, or bytes for a binary frame. */
export type Payload = JsonObject | Uint8Array

/** A decoded client message. The topic and event of a well-behaved client are strings. */
export type ClientMessage = {
  readonly joinRef: Ref
  readonly ref: Ref
  readonly topic: unknown
  readonly event: unknown
  readonly payload: unknown
}

/** Decodes `[join_ref, ref, topic, event, payload]`, ignoring further elements. Null if malformed. */
export function decodeText(text: string): ClientMessage | null {
  const parts = parseJson(text)
  if (!Array.isArray(parts) || parts.length < 5) return null
  const [joinRef, ref, topic, event, payload] = parts as unknown[]
  if (!isRef(joinRef) || !isRef(ref)) return null
  return { joinRef, ref, topic, event, payload }
}

/** Decodes a client's binary push: kind 0, four sizes, four fields, data (protocol 1.6). Null if malformed. */
export function decodeBinary(frame: Buffer): ClientMessage | null {
  if (frame.length < 5 || frame[0] !== PUSH) return null
  const fields: string[] = []
  let offset = 5
  for (let index = 1; index <= 4; index += 1) {
    const end = offset + frame.readUInt8(index)
    if (end > frame.length) return null
    fields.push(frame.toString('utf8', offset, end))
    offset = end
  }
  const [joinRef = '', ref = '', topic = '', event = ''] = fields
  return { joinRef: joinRef || null, ref: ref || null, topic, event, payload: frame.subarray(offset) }
}

/** Encodes a push to one client. */
export function encodePush(joinRef: Ref, topic: string, event: string, payload: Payload): string | Buffer {
  if (payload instanceof Uint8Array) return encodeBinaryPush(joinRef, topic, event, payload)
  return JSON.stringify([joinRef, null, topic, event, payload])
}

/** Encodes the reply to the message with `ref`. The topic is echoed even if it isn't a string. */
export function encodeReply(
  joinRef: Ref,
  ref: Ref,
  topic: unknown,
  status: string,
  response: Payload | JsonText,
): string | Buffer {
  if (response instanceof Uint8Array) return encodeBinaryReply(joinRef, ref, String(topic), status, response)
  if (response instanceof JsonText) {
    const head = JSON.stringify([joinRef, ref, topic, 'phx_reply']).slice(0, -1)
    return `${head},{"status":${JSON.stringify(status)},"response":${response.json}}]`
  }
  return JSON.stringify([joinRef, ref, topic, 'phx_reply', { status, response }])
}

/** Encodes a broadcast, which is the same for all members of a topic. */
export function encodeBroadcast(
  topic: string,
  event: string,
  payload: Payload | JsonText,
): string | Buffer | TextWithPayload {
  if (payload instanceof Uint8Array) return encodeBinaryBroadcast(topic, event, payload)
  if (payload instanceof JsonText) {
    return new TextWithPayload(`[null,null,${JSON.stringify(topic)},${JSON.stringify(event)},`, payload)
  }
  return JSON.stringify([null, null, topic, event, payload])
}

/** Encodes the end of a channel: `phx_close`, or `phx_error`, after which the client rejoins. */
export function encodeChannelEnd(joinRef: Ref, topic: string, event: 'phx_close' | 'phx_error', payload: JsonObject) {
  return JSON.stringify([joinRef, joinRef, topic, event, payload])
}

/** False for null, arrays, bytes and primitive values. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Uint8Array)
}

function encodeBinaryPush(joinRef: Field, topic: string, event: string, data: Uint8Array): Buffer {
  return encodeFields(PUSH, [joinRef, topic, event], data)
}

function encodeBinaryReply(joinRef: Field, ref: Field, topic: string, status: string, data: Uint8Array): Buffer {
  return encodeFields(REPLY, [joinRef, ref, topic, status], data)
}

function encodeBinaryBroadcast(topic: string, event: string, data: Uint8Array): Buffer {
  return encodeFields(BROADCAST, [topic, event], data)
}

/** @throws RangeError if a field is longer than 255 bytes */
function encodeFields(kind: number, fields: readonly Field[], data: Uint8Array): Buffer {
  const encoded = fields.map((field) => Buffer.from(String(field ?? '')))
  for (const field of encoded) {
    if (field.length > MAX_FIELD_BYTES) throw new RangeError(`a binary field holds 255 bytes, not ${field.length}`)
  }
  return Buffer.concat([Buffer.from([kind, ...encoded.map((field) => field.length)]), ...encoded, data])
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
