import { Socket } from 'node:net'

/** What lies under the connections of a pool: the driver itself never gives up one on which nothing comes back. */
export interface PoolSockets {
  /** A new one, for the driver to connect. */
  open(): Socket
  /** Cuts them all; to the driver it is as if the server had gone: what waits is rejected, and the next connect anew. */
  cutAll(): Promise<void>
}

export function createPoolSockets(): PoolSockets {
  const sockets = new Set<Socket>()
  return {
    open() {
      const socket = new Socket()
      sockets.add(socket.once('close', () => sockets.delete(socket)))
      return socket
    },
    async cutAll() {
      await Promise.all([...sockets].map((socket) => new Promise((resolve) => socket.once('close', resolve).destroy())))
    },
  }
}
