import type { FastifyInstance } from 'fastify'
import secureJson from 'secure-json-parse'
import type { z } from 'zod'
import { Refusal } from '../refusal.ts'

/** Larger bodies are answered with a 413. */
export const MAX_BODY_BYTES = 64 * 1024

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Accepts only JSON objects in UTF-8 without prototype keys (contract 2). An empty body counts as none. */
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

/** Checks params, query and body of every route against the contract's schemas. */
export function checkRequests(server: FastifyInstance): void {
  server.setValidatorCompiler<z.ZodType>(({ schema, httpPart }) => (data: unknown) => {
    // Fastify passes null for an empty body; a JSON null has been refused by the parser.
    const parsed = schema.safeParse(data ?? undefined)
    if (parsed.success) return { value: parsed.data }
    if (httpPart === 'body' && (data ?? undefined) === undefined) return { error: new Refusal('bad_request') }
    // An id of the wrong form can't exist.
    if (httpPart === 'params') return { error: new Refusal('not_found') }
    return { error: new Refusal(null, { fields: fieldsOf(parsed.error.issues) }) }
  })
  // Without this, Fastify would wrap the refusals.
  server.setSchemaErrorFormatter((errors) => errors as unknown as Error)
}

function fieldsOf(issues: readonly z.core.$ZodIssue[]): Record<string, string[]> {
  const fields = new Map<string, string[]>()
  for (const issue of issues) {
    const field = fieldName(issue.path)
    const messages = fields.get(field) ?? []
    if (!messages.includes(issue.message)) fields.set(field, [...messages, issue.message])
  }
  return Object.fromEntries(fields)
}

/** `settings.topics`, not `settings.topics.3`: the name of the form field. */
function fieldName(path: readonly PropertyKey[]): string {
  return path.filter((part) => typeof part === 'string').join('.')
}
