import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import { Refusal } from '../refusal.ts'

/** Checks params, query and body of every route against the contract's schemas (contract 2). */
export function checkRequests(server: FastifyInstance): void {
  server.setValidatorCompiler<z.ZodType>(({ schema, httpPart }) => (data: unknown) => {
    // Fastify's word for an empty body is null; a null that was sent has been refused before (json-body.ts).
    const parsed = schema.safeParse(data ?? undefined)
    if (parsed.success) return { value: parsed.data }
    if (httpPart === 'body' && (data ?? undefined) === undefined) return { error: new Refusal('bad_request') }
    // A path id of the wrong form is an address where nothing is.
    if (httpPart === 'params') return { error: new Refusal('not_found') }
    return { error: new Refusal(null, { fields: fieldsOf(parsed.error.issues) }) }
  })
  // Refusals pass as they are; Fastify would wrap them otherwise.
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

/** `settings.topics`, not `settings.topics.3`: the field that a form knows (contract 2). */
function fieldName(path: readonly PropertyKey[]): string {
  return path.filter((part) => typeof part === 'string').join('.')
}
