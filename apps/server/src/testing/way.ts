import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A way to a server that can be cut, or swallow everything without a word, and be mended. */
export interface Way {
  /** The server's address, by this way. */
  url: string
  /** Ends what is open and refuses what is new. */
  cut(): void
  /** What is open stays so and is never answered again; what is new is taken and not answered either. */
  swallow(): void
  /** What is new comes through again; what was swallowed stays so. */
  mend(): Promise<void>
}

/** Opens a way on a port of its own; `cut` it after the test. */
export async function openWay(to: string): Promise<Way> {
  const target = new URL(to)
  const sockets = new Set<Socket>()
  let isSwallowing = false
  const keep = (socket: Socket) => void sockets.add(socket.on('error', () => undefined))
  const server = createServer((near) => {
    keep(near)
    if (isSwallowing) {
      near.pause()
      return
    }
    const far = connect(Number(target.port), target.hostname)
    keep(far)
    near.pipe(far).pipe(near)
  })
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  await listen(0)
  const { port } = server.address() as AddressInfo
  const near = new URL(to)
  near.host = `127.0.0.1:${port}`
  return {
    url: near.href,
    cut() {
      server.close()
      for (const socket of sockets) socket.destroy()
      sockets.clear()
    },
    swallow() {
      isSwallowing = true
      for (const socket of sockets) socket.unpipe().pause()
    },
    async mend() {
      isSwallowing = false
      if (!server.listening) await listen(port)
    },
  }
}
