import { connect, type Socket } from 'node:net'

const SMALL_FRAME_BYTES = 126

/** A minimal WebSocket client: text frames up to 64 KiB, nothing validated. */
export class RawClient {
  readonly #socket: Socket
  #buffered: Buffer = Buffer.alloc(0)
  readonly #onText: (text: string) => void

  private constructor(socket: Socket, onText: (text: string) => void) {
    this.#socket = socket
    this.#onText = onText
  }

  /** Opens a connection to this path; resolves once the upgrade is complete. */
  static async open(port: number, path: string, onText: (text: string) => void): Promise<RawClient> {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    const headers = ['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13']
    const key = 'Sec-WebSocket-Key: x3JJHMbDL1EzLkh9GBhXDw=='
    socket.write([`GET ${path} HTTP/1.1`, 'Host: localhost', ...headers, key, '', ''].join('\r\n'))
    const first = await new Promise<Buffer>((resolve, reject) => socket.once('data', resolve).once('error', reject))
    const end = first.indexOf('\r\n\r\n')
    if (!first.toString('latin1', 0, 12).endsWith('101'))
      throw new Error(`no upgrade: ${first.toString('latin1', 0, 30)}`)
    const client = new RawClient(socket, onText)
    socket.on('data', (chunk) => client.#read(chunk))
    socket.on('error', () => socket.destroy())
    if (end + 4 < first.length) client.#read(first.subarray(end + 4))
    return client
  }

  /** Sends a short text. */
  send(text: string): void {
    const payload = Buffer.from(text)
    if (payload.length >= SMALL_FRAME_BYTES) throw new Error('this client sends short texts only')
    // Client frames must be masked; a mask of zeros is valid.
    this.#socket.write(Buffer.concat([Buffer.from([0x81, 0x80 | payload.length, 0, 0, 0, 0]), payload]))
  }

  close(): void {
    this.#socket.destroy()
  }

  #read(chunk: Buffer): void {
    let data = this.#buffered.length === 0 ? chunk : Buffer.concat([this.#buffered, chunk])
    for (let whole = wholeFrame(data); whole; whole = wholeFrame(data)) {
      this.#onText(data.toString('utf8', whole.start, whole.end))
      data = data.subarray(whole.end)
    }
    this.#buffered = data
  }
}

function wholeFrame(data: Buffer): { start: number; end: number } | null {
  if (data.length < 2) return null
  const length = data.readUInt8(1)
  if (length >= SMALL_FRAME_BYTES && data.length < 4) return null
  const start = length < SMALL_FRAME_BYTES ? 2 : 4
  const end = start + (length < SMALL_FRAME_BYTES ? length : data.readUInt16BE(2))
  return data.length < end ? null : { start, end }
}
