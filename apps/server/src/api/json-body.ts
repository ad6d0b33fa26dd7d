import type { FastifyInstance } from 'fastify'
import secureJson from 'secure-json-parse'
import { Refusal } from '../refusal.ts'

/** Bodies over 64 KiB meet a 413 (contract 2). */
export const MAX_BODY_BYTES = 64 * 1024

const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * The body rules of contract 2: JSON objects in UTF-8 only, no prototype keys, and an empty body is no body, whatever
 * the content type says.
 */
export function acceptJsonBodies(server: FastifyInstance): void {
  server.removeAllContentTypeParsers()
  server.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer', bodyLimit: MAX_BODY_BYTES },
    async (_request: unknown, body: Buffer) => (body.length === 0 ? undefined : parseObject(body)),
  )
}

function parseObject(body: Buffer): object {
  let value: unknown
  try {
    value = secureJson.parse(utf8.decode(body), { protoAction: 'error', constructorAction: 'error' })
  } catch {
    throw new Refusal('bad_request')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Refusal('bad_request')
  return value
}
