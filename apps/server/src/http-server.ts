import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { clientAddress } from './api/client-address.ts'
import { refuseBrokenRequest } from './api/error-responses.ts'
import { ConfigError } from './config.ts'
import { WIDER_NETWORK_FACTOR, widerNetwork } from './infra/rate-limit.ts'

/** Longer than a question and its reveal, so that answers reuse connections, and longer than the 60 s of proxies. */
const KEEP_ALIVE_MS = 72_000
/** Errors of `listen` for a name or address that this machine doesn't have. */
const NO_ADDRESS_CODES = ['ENOTFOUND', 'EAI_AGAIN', 'EADDRNOTAVAIL', 'EINVAL']

/** Limits for slow or greedy clients. Times are in ms. */
export interface ConnectionLimits {
  /** For the head of a request, and for the first one of a connection. */
  headersMs: number
  /** For a whole request. The longest bodies have 64 KiB. */
  requestMs: number
  /** How often to check for late requests. */
  checkEveryMs: number
  /** Connections from one address, and ten times as many from an IPv6 /48; `Infinity` where all come from a proxy. */
  maxPerAddress: number
}

export const CONNECTION_LIMITS: ConnectionLimits = {
  headersMs: 10_000,
  requestMs: 30_000,
  checkEveryMs: 5_000,
  maxPerAddress: 5_000,
}

/** An HTTP server that answers broken and late requests in the contract's format (contract 2.4), not yet listening. */
export function createHttpServer(handle: RequestListener, limits: ConnectionLimits): Server {
  const http = createServer(
    {
      headersTimeout: limits.headersMs,
      requestTimeout: limits.requestMs,
      connectionsCheckingInterval: limits.checkEveryMs,
      keepAliveTimeout: KEEP_ALIVE_MS,
    },
    handle,
  )
  http.on('clientError', refuseBrokenRequest)
  limitConnections(http, limits.maxPerAddress)
  return http
}

/** Closes connections beyond the limit at once. WebSockets count too, until they are closed. */
function limitConnections(http: Server, maxPerAddress: number): void {
  const counts = new Map<string, number>()
  const add = (network: string, change: 1 | -1) => {
    const count = (counts.get(network) ?? 0) + change
    if (count > 0) counts.set(network, count)
    else counts.delete(network)
  }
  http.on('connection', (socket) => {
    const address = clientAddress(socket.remoteAddress ?? '')
    const wider = widerNetwork(address)
    const isFull = (counts.get(address) ?? 0) >= maxPerAddress
    const isWiderFull = wider !== null && (counts.get(wider) ?? 0) >= maxPerAddress * WIDER_NETWORK_FACTOR
    if (isFull || isWiderFull) {
      socket.destroy()
      return
    }
    const networks = wider === null ? [address] : [address, wider]
    for (const network of networks) add(network, 1)
    socket.once('close', () => {
      for (const network of networks) add(network, -1)
    })
  })
}

/** Where to listen, and the setting that says so. */
interface Listen {
  port: number
  host: string
  setting: 'PORT' | 'OPS_PORT'
}

/**
 * Returns the port.
 * @throws ConfigError if the host isn't an address of this machine; other errors of `listen` with the setting's name
 */
export function listen(http: Server, { port, host, setting }: Listen): Promise<number> {
  return new Promise((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException) => {
      const isNoAddress = NO_ADDRESS_CODES.includes(error.code ?? '')
      const name = setting === 'PORT' ? 'HOST' : setting
      reject(
        isNoAddress
          ? new ConfigError(`${name} ${host} is not an address of this machine`)
          : Object.assign(error, { setting }),
      )
    }
    http.once('error', fail)
    http.listen({ port, host }, () => {
      http.off('error', fail)
      resolve((http.address() as AddressInfo).port)
    })
  })
}
