type Field = string | number | null
type BinaryMessage = { joinRef: string | null; ref: string | null; topic: string; event: string; payload: Buffer }

const PUSH = 0
const REPLY = 1
const BROADCAST = 2
const MAX_FIELD_BYTES = 255

/** Reads a client's binary push: kind 0, four sizes, four fields, data. Null when the sizes don't fit the frame. */
export function decodeBinary(frame: Buffer): BinaryMessage | null {
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

/** A push to one client. Throws RangeError when a field is longer than 255 bytes. */
export function encodeBinaryPush(joinRef: Field, topic: string, event: string, data: Uint8Array): Buffer {
  return encode(PUSH, [joinRef, topic, event], data)
}

/** A reply; that its event is `phx_reply` goes without saying. Throws RangeError like the push. */
export function encodeBinaryReply(joinRef: Field, ref: Field, topic: string, status: string, data: Uint8Array): Buffer {
  return encode(REPLY, [joinRef, ref, topic, status], data)
}

/** A broadcast. Throws RangeError like the push. */
export function encodeBinaryBroadcast(topic: string, event: string, data: Uint8Array): Buffer {
  return encode(BROADCAST, [topic, event], data)
}

function encode(kind: number, fields: readonly Field[], data: Uint8Array): Buffer {
  const encoded = fields.map((field) => Buffer.from(String(field ?? '')))
  for (const field of encoded) {
    if (field.length > MAX_FIELD_BYTES) throw new RangeError(`a binary field holds 255 bytes, not ${field.length}`)
  }
  return Buffer.concat([Buffer.from([kind, ...encoded.map((field) => field.length)]), ...encoded, data])
}
