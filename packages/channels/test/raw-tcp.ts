import { connect, type Socket } from 'node:net'
import { afterTest } from './harness.ts'

/** A raw TCP connection upgraded to WebSocket, for frames that no WebSocket library would send. */
export class RawTcp {
  readonly socket: Socket
  #received = Buffer.alloc(0)

  private constructor(socket: Socket) {
    this.socket = socket
    socket.on('data', (chunk) => (this.#received = Buffer.concat([this.#received, chunk])))
    socket.on('error', () => undefined)
  }

  /** Sends the upgrade request without waiting for the response. */
  static dial(port: number, path = '/socket/websocket?vsn=2.0.0'): RawTcp {
    const socket = connect(port, '127.0.0.1')
    afterTest(() => void socket.destroy())
    const headers = [
      `GET ${path} HTTP/1.1`,
      'Host: localhost',
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: x3JJHMbDL1EzLkh9GBhXDw==',
    ]
    socket.write(`${headers.join('\r\n')}\r\n\r\n`)
    return new RawTcp(socket)
  }

  /** Sends the upgrade request and waits for the response. */
  static async upgrade(port: number, path?: string): Promise<RawTcp> {
    const tcp = RawTcp.dial(port, path)
    await new Promise((resolve) => tcp.socket.once('data', resolve))
    tcp.#received = Buffer.alloc(0)
    return tcp
  }

  write(bytes: Uint8Array): void {
    this.socket.write(bytes)
  }

  /** Waits for the end of the connection. Returns the code of its last close frame, or 1006. */
  async closeCode(): Promise<number> {
    if (!this.socket.closed) await new Promise((resolve) => this.socket.once('close', resolve))
    const frame = this.#received.subarray(-4)
    return frame.length === 4 && frame[0] === 0x88 ? frame.readUInt16BE(2) : 1006
  }
}

/** A masked client frame. */
export function maskedFrame(firstByte: number, payload: Uint8Array): Buffer {
  const mask = Buffer.from([1, 2, 3, 4])
  const length = payload.length
  const header = length < 126 ? [firstByte, 0x80 | length] : [firstByte, 0x80 | 126, length >> 8, length & 255]
  const masked = payload.map((byte, index) => byte ^ (mask[index % 4] ?? 0))
  return Buffer.concat([Buffer.from(header), mask, masked])
}
