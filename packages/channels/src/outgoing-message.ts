const FINAL_TEXT = 0x81
const FINAL_BINARY = 0x82

/** An encoded message, shared by all its recipients. */
export class OutgoingMessage {
  /** Text, or bytes for a binary message. */
  readonly data: string | Buffer
  /** While unsent, a message is replaced by a newer one with the same key. Null: never. */
  readonly supersedeKey: string | null
  #frame: Buffer | null = null

  constructor(data: string | Buffer, supersedeKey: string | null = null) {
    this.data = data
    this.supersedeKey = supersedeKey
  }

  /** The message as a WebSocket frame, built on first use. */
  get frame(): Buffer {
    this.#frame ??= buildFrame(this.data)
    return this.#frame
  }
}

/**
 * Builds one unfragmented, unmasked WebSocket frame (RFC 6455 section 5.2). Server frames aren't masked, so all
 * recipients of a broadcast can share the same buffer.
 */
export function buildFrame(data: string | Uint8Array): Buffer {
  const payloadBytes = typeof data === 'string' ? Buffer.byteLength(data) : data.length
  const headerBytes = payloadBytes < 126 ? 2 : payloadBytes < 65_536 ? 4 : 10
  const frame = Buffer.allocUnsafe(headerBytes + payloadBytes)
  frame[0] = typeof data === 'string' ? FINAL_TEXT : FINAL_BINARY
  writeLength(frame, headerBytes, payloadBytes)
  if (typeof data === 'string') frame.write(data, headerBytes, 'utf8')
  else frame.set(data, headerBytes)
  return frame
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
