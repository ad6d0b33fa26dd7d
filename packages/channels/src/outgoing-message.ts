import { TextWithPayload } from './serializer.ts'

const FINAL_TEXT = 0x81
const FINAL_BINARY = 0x82
const CLOSING_BRACKET = 0x5d

/** An encoded message, shared by all its recipients. */
export class OutgoingMessage {
  readonly #content: string | Buffer | TextWithPayload
  /** While unsent, a message is replaced by a newer one with the same key. Null: never. */
  readonly supersedeKey: string | null
  #frame: Buffer | null = null

  constructor(content: string | Buffer | TextWithPayload, supersedeKey: string | null = null) {
    this.#content = content
    this.supersedeKey = supersedeKey
  }

  /** Text, or bytes for a binary message. */
  get data(): string | Buffer {
    return this.#content instanceof TextWithPayload ? this.#content.toString() : this.#content
  }

  /** The message as a WebSocket frame, built on first use. */
  get frame(): Buffer {
    this.#frame ??=
      this.#content instanceof TextWithPayload ? buildPayloadFrame(this.#content) : buildFrame(this.#content)
    return this.#frame
  }
}

/**
 * Builds one unfragmented, unmasked WebSocket frame (RFC 6455 section 5.2). Server frames aren't masked, so all
 * recipients of a broadcast can share the same buffer.
 */
export function buildFrame(data: string | Uint8Array): Buffer {
  const isText = typeof data === 'string'
  const payloadBytes = isText ? Buffer.byteLength(data) : data.length
  const { frame, headerBytes } = emptyFrame(isText ? FINAL_TEXT : FINAL_BINARY, payloadBytes)
  if (isText) frame.write(data, headerBytes, 'utf8')
  else frame.set(data, headerBytes)
  return frame
}

/** Joins the head and the payload's bytes, which messages to several topics share. */
function buildPayloadFrame({ head, payload }: TextWithPayload): Buffer {
  const headBytes = Buffer.byteLength(head)
  const { frame, headerBytes } = emptyFrame(FINAL_TEXT, headBytes + payload.bytes.length + 1)
  frame.write(head, headerBytes, 'utf8')
  frame.set(payload.bytes, headerBytes + headBytes)
  frame[frame.length - 1] = CLOSING_BRACKET
  return frame
}

function emptyFrame(firstByte: number, payloadBytes: number): { frame: Buffer; headerBytes: number } {
  const headerBytes = payloadBytes < 126 ? 2 : payloadBytes < 65_536 ? 4 : 10
  const frame = Buffer.allocUnsafe(headerBytes + payloadBytes)
  frame[0] = firstByte
  writeLength(frame, headerBytes, payloadBytes)
  return { frame, headerBytes }
}

function writeLength(frame: Buffer, headerBytes: number, payloadBytes: number): void {
  if (headerBytes === 2) {
    frame[1] = payloadBytes
  } else if (headerBytes === 4) {
    frame[1] = 126
    frame.writeUInt16BE(payloadBytes, 2)
  } else {
    frame[1] = 127
    frame.writeBigUInt64BE(BigInt(payloadBytes), 2)
  }
}
