import { isIPv6 } from 'node:net'
import { type NetworkInterfaceInfo, networkInterfaces } from 'node:os'

export type Interfaces = NodeJS.Dict<NetworkInterfaceInfo[]>

/** Names of interfaces to containers, virtual machines and VPNs, through which a phone at home can't connect. */
const VIRTUAL = /^(docker|br-|veth|virbr|vmnet|vboxnet|vethernet|utun|tun|tap|wg|zt|tailscale|podman|cni|flannel)/i
/** The networks that home routers use, the most common first. */
const HOME_NETWORKS = [/^192\.168\./, /^10\./, /^172\.(1[6-9]|2\d|3[01])\./]
/** Addresses that work only together with the name of an interface. */
const LINK_LOCAL = /^(169\.254\.|fe[89ab])/i

/**
 * The addresses at which other devices can reach a server that listens on `host`, the likeliest first: for 0.0.0.0 all
 * IPv4 addresses of this machine, for `::` also the IPv6 ones, and for one of its addresses that address. Empty for a
 * loopback address and for a host name.
 */
export function networkAddresses(host: string, interfaces: Interfaces = networkInterfaces()): string[] {
  const found = Object.entries(interfaces)
    .flatMap(([name, infos = []]) => infos.map((info) => ({ name, ...info })))
    .filter(({ internal, address }) => !internal && !LINK_LOCAL.test(address))
    .filter(({ address }) => isServed(host, address))
  return found.toSorted((one, other) => rank(one) - rank(other)).map(({ address }) => address)
}

/** The web origin of an address, with brackets around an IPv6 address. */
export function originOf(address: string, port: number): string {
  return `http://${isIPv6(address) ? `[${address}]` : address}:${port}`
}

function isServed(host: string, address: string): boolean {
  return host === '::' || host === address || (host === '0.0.0.0' && !isIPv6(address))
}

function rank({ name, address }: { name: string; address: string }): number {
  const network = HOME_NETWORKS.findIndex((pattern) => pattern.test(address))
  const byNetwork = network === -1 ? HOME_NETWORKS.length : network
  const byFamily = isIPv6(address) ? 10 : 0
  return (VIRTUAL.test(name) ? 100 : 0) + byFamily + byNetwork
}
