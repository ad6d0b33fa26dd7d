import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'

/** A TCP proxy in front of a server, to simulate network faults. */
export interface TcpProxy {
  /** The server's URL, through the proxy. */
  url: string
  /** Closes all connections and refuses new ones. */
  cut(): void
  /** Stops forwarding: connections stay open, new ones are accepted, and neither side gets an answer. */
  blackHole(): void
  /** Drops the server's answer to the next message with this text, and everything after it on that connection. */
  loseAnswerTo(text: string, connection: LostConnection): void
  /** Forwards new connections again. Those that the black hole caught stay silent. */
  restore(): Promise<void>
}

/** Whether the client sees a lost connection as a reset or notices nothing. */
export type LostConnection = 'reset' | 'silent'

/** Starts a proxy for the server at `targetUrl` on a free port. Call `cut` after the test. */
export async function startTcpProxy(targetUrl: string): Promise<TcpProxy> {
  const target = new URL(targetUrl)
  const sockets = new Set<Socket>()
  let isBlackHole = false
  let lost: { text: string; connection: LostConnection } | null = null
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
    client.on('data', (data) => {
      if (!lost || !data.includes(lost.text)) return
      const { connection } = lost
      lost = null
      upstream.unpipe(client)
      upstream.once('data', () => {
        if (connection === 'silent') return
        client.resetAndDestroy()
        upstream.destroy()
      })
      // A stream that has been unpiped is paused.
      upstream.resume()
    })
  })
  const listen = (port: number) =>
    new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(port, '127.0.0.1', () => {
        server.off('error', reject)
        resolve()
      })
    })
  /** Retries, because another program may have been given the port for a moment while it was free. */
  const listenAgain = async () => {
    while (!server.listening) {
      await listen(port).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'EADDRINUSE') throw error
      })
      if (!server.listening) await setTimeout(50)
    }
  }
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
    loseAnswerTo(text, connection) {
      lost = { text, connection }
    },
    async restore() {
      isBlackHole = false
      await listenAgain()
    },
  }
}
