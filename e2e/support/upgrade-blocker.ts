import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** An HTTP proxy that refuses every WebSocket upgrade, as some company proxies do. */
export class UpgradeBlocker {
  readonly #server: Server

  private constructor(target: string) {
    // Forwards the server's limit for idle connections, and so must not close them earlier itself.
    this.#server = createServer({ keepAliveTimeout: 0 }, (incoming, outgoing) => {
      const forwarded = request(
        `${target}${incoming.url ?? '/'}`,
        { method: incoming.method, headers: incoming.headers },
        (answer) => {
          outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
          answer.pipe(outgoing)
        },
      )
      forwarded.on('error', () => outgoing.destroy())
      outgoing.on('close', () => forwarded.destroy())
      incoming.pipe(forwarded)
    })
    this.#server.on('upgrade', (_, socket) => socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n'))
  }

  static async start(target: string): Promise<UpgradeBlocker> {
    const blocker = new UpgradeBlocker(target)
    await new Promise<void>((resolve) => void blocker.#server.listen(0, '127.0.0.1', resolve))
    return blocker
  }

  get url(): string {
    return `http://localhost:${(this.#server.address() as AddressInfo).port}`
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise<void>((resolve) => void this.#server.close(() => resolve()))
  }
}
