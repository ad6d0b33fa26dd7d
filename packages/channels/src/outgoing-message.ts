import { buildFrame } from './frame.ts'

/** A message on its way out, shared by everyone it goes to. */
export class OutgoingMessage {
  /** The encoded message: text, or bytes for a binary one. */
  readonly data: string | Buffer
  /** Messages with the same key replace each other while they wait; null never replaces. */
  readonly supersedeKey: string | null
  #frame: Buffer | null = null

  constructor(data: string | Buffer, supersedeKey: string | null = null) {
    this.data = data
    this.supersedeKey = supersedeKey
  }

  /** The message as a WebSocket frame, built when the first WebSocket asks for it. */
  get frame(): Buffer {
    this.#frame ??= buildFrame(this.data)
    return this.#frame
  }
}
