import { renderUnicodeCompact } from 'uqr'
import { type Config, isLoopbackOrigin } from './config.ts'
import { networkAddresses, originOf, type Interfaces } from './infra/network-addresses.ts'

/** White on black whatever the theme of the terminal, because cameras expect dark modules on a light ground. */
const WHITE_ON_BLACK = '\u001B[97;40m'
const RESET = '\u001B[0m'

interface Start {
  config: Config
  /** The port the server listens on. */
  port: number
  /** Whether the text goes to a terminal, which understands colours. */
  isTerminal: boolean
  interfaces?: Interfaces
}

/**
 * What the program prints once it is ready: where to open it, and if other devices can reach it, every address for them
 * and a QR code of the first one.
 */
export function startMessage({ config, port, isTerminal, interfaces }: Start): string {
  const isWildcard = config.host === '0.0.0.0' || config.host === '::'
  const isLocalhost = config.host === '127.0.0.1' || isWildcard
  const ready = `Quizmaster is ready: ${originOf(isLocalhost ? 'localhost' : config.host, port)}\n`
  // In production the operator has set PUBLIC_URL, and a log is no place for a picture.
  if (config.isProduction) return ready
  const addresses = networkAddresses(config.host, interfaces).map((address) => originOf(address, port))
  const origins = isLoopbackOrigin(config.publicUrl) ? addresses : [config.publicUrl, ...addresses]
  const [first] = origins
  if (first === undefined)
    return isWildcard ? `${ready}This machine is not on a network that other devices can reach.\n` : ready
  const list = origins.map((origin) => `  ${origin}\n`).join('')
  return `${ready}\nOn other devices on the same network:\n${list}\n${qrCode(first, isTerminal)}\n`
}

function qrCode(text: string, isTerminal: boolean): string {
  const lines = renderUnicodeCompact(text, { border: 2 }).split('\n')
  return lines.map((line) => (isTerminal ? `${WHITE_ON_BLACK}${line}${RESET}\n` : `${line}\n`)).join('')
}
