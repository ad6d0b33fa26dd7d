import { randomUUID } from 'node:crypto'
import { ERRORS, type ErrorBody, type ErrorCode, type FieldErrorsBody } from '@quizmaster/contract/errors'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isAccountGone, isDatabaseUnavailable } from '../infra/db/database-error.ts'
import { Refusal } from '../refusal.ts'

const DEFAULT_RETRY_AFTER_MS = 2_000

const CODE_BY_STATUS: Readonly<Record<number, ErrorCode>> = {
  400: 'bad_request',
  // Of a file outside the served folder.
  403: 'not_found',
  404: 'not_found',
  413: 'payload_too_large',
  415: 'unsupported_media_type',
  429: 'rate_limited',
}

/** The one place where the HTTP edge turns a thrown value into an answer (contract 2). */
export function translateErrors(server: FastifyInstance): void {
  server.setErrorHandler((error, request, reply) => sendRefusal(reply, asRefusal(error, request)))
}

/** Sends a refusal in the contract's shape. */
export function sendRefusal(reply: FastifyReply, refusal: Refusal): FastifyReply {
  const retryAfterMs = refusal.retryAfterMs ?? (refusal.status === 503 ? DEFAULT_RETRY_AFTER_MS : null)
  if (retryAfterMs !== null) void reply.header('retry-after', Math.max(1, Math.ceil(retryAfterMs / 1000)))
  return reply
    .code(refusal.status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(bodyOf(refusal))
}

function bodyOf(refusal: Refusal): Partial<ErrorBody & FieldErrorsBody> {
  return {
    ...(refusal.fields ? { errors: refusal.fields } : {}),
    ...(refusal.reason ? { error: ERRORS[refusal.reason].sentence, code: refusal.reason } : {}),
    ...(refusal.details === undefined ? {} : { details: refusal.details }),
  }
}

function asRefusal(error: unknown, request: FastifyRequest): Refusal {
  if (error instanceof Refusal) return error
  const code = CODE_BY_STATUS[(error as { statusCode?: number }).statusCode ?? 500]
  if (code) return new Refusal(code)
  if (isDatabaseUnavailable(error)) {
    request.log.error({ err: error, ...askedBy(request), msg: 'database_unavailable' })
    return new Refusal('unavailable')
  }
  // Erased by another call while this one was under way.
  if (isAccountGone(error)) return new Refusal('unauthorized')
  const id = randomUUID()
  request.log.error({ err: error, id, ...askedBy(request), msg: 'request_failed' })
  return new Refusal('internal_error', { details: { id } })
}

/** Which call failed for whom, in words that tell nothing more: the pattern of the address, the random id of the user. */
function askedBy({ method, routeOptions, session }: FastifyRequest) {
  return { route: `${method} ${routeOptions.url ?? 'none'}`, ...(session ? { userId: session.userId } : {}) }
}
