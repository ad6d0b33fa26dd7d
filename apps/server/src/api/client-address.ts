import type { IncomingMessage } from 'node:http'
import { isIPv6 } from 'node:net'

/**
 * The address that rate limits count by: an IPv4 address, or the /64 of an IPv6 address, because a household has a
 * whole /64.
 * @param ip the peer's address; behind a proxy, the one that the proxy reports (setting TRUST_PROXY)
 */
export function clientAddress(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)
  if (mapped?.[1]) return mapped[1]
  if (!isIPv6(ip)) return ip
  const [head = '', tail = ''] = ip.split('%')[0]?.split('::') ?? []
  const left = head === '' ? [] : head.split(':')
  const right = tail === '' ? [] : tail.split(':')
  const zeros: string[] = Array(Math.max(0, 8 - left.length - right.length)).fill('0')
  return [...left, ...zeros, ...right]
    .slice(0, 4)
    .map((group) => parseInt(group, 16).toString(16))
    .join(':')
}

/**
 * The client address of a request that doesn't go through the router: the peer's, or the last one that the proxy added.
 */
export function addressOfRequest(request: IncomingMessage, trustProxy: boolean): string {
  const forwarded = request.headers['x-forwarded-for']
  const hops = (Array.isArray(forwarded) ? forwarded.join(',') : (forwarded ?? '')).split(',')
  const lastHop = hops.at(-1)?.trim()
  return clientAddress((trustProxy && lastHop) || (request.socket.remoteAddress ?? ''))
}
