import { createHash } from 'node:crypto'

/**
 * An id in UUID form made from a permanent name: the same on every machine, and its value tells neither order nor
 * content (contract 2). Version 8, for "made by the program's own rule" (RFC 9562).
 */
export function stableId(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex')
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `${'89ab'[parseInt(hex.slice(16, 17), 16) % 4]}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}
