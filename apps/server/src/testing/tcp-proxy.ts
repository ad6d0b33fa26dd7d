import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A TCP proxy in front of a server, to simulate network faults. */
export interface TcpProxy {
  /** The server's URL, through the proxy. */
  url: string
  /** Closes all connections and refuses new ones. */
  cut(): void
  /** Forwards nothing any more: connections stay open, new ones are accepted, and neither side gets an answer. */
  blackHole(): void
  /** Forwards new connections again. Those that the black hole caught stay silent. */
  restore(): Promise<void>
}

/** Starts a proxy for the server at `targetUrl` on a free port. Call `cut` after the test. */
export async function startTcpProxy(targetUrl: string): Promise<TcpProxy> {
  const target = new URL(targetUrl)
  const sockets = new Set<Socket>()
  let isBlackHole = false
  const track = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
  }
  const server = createServer((client) => {
    track(client)
    if (isBlackHole) {
      client.pause()
      return
    }
    const upstream = connect(Number(target.port), target.hostname)
    track(upstream)
    client.pipe(upstream).pipe(client)
  })
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  await listen(0)
  const { port } = server.address() as AddressInfo
  const url = new URL(targetUrl)
  url.host = `127.0.0.1:${port}`
  return {
    url: url.href,
    cut() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
    blackHole() {
      isBlackHole = true
      for (const socket of sockets) socket.unpipe().pause()
    },
    async restore() {
      isBlackHole = false
      if (!server.listening) await listen(port)
    },
  }
}
