import { randomUUID } from 'node:crypto'
import { type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { ERRORS, type ErrorBody, type ErrorCode, type FieldErrorsBody } from '@quizmaster/contract/errors'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isAccountGone, isDatabaseUnavailable } from '../infra/db/database-error.ts'
import type { DatabaseOutage } from '../infra/database-outage.ts'
import { Refusal } from '../refusal.ts'
import { socketHeaders } from './security-headers.ts'

const DEFAULT_RETRY_AFTER_MS = 2_000

const CODE_BY_STATUS: Readonly<Record<number, ErrorCode>> = {
  400: 'bad_request',
  // For a file outside the served folder.
  403: 'not_found',
  404: 'not_found',
  413: 'payload_too_large',
  415: 'unsupported_media_type',
  429: 'rate_limited',
}

/** Turns anything a route throws into an error response. */
export function translateErrors(server: FastifyInstance, databaseOutage: Pick<DatabaseOutage, 'failed'>): void {
  server.setErrorHandler((error, request, reply) => sendRefusal(reply, asRefusal(error, request, databaseOutage)))
}

/** Sends a refusal in the contract's format. */
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

function asRefusal(error: unknown, request: FastifyRequest, databaseOutage: Pick<DatabaseOutage, 'failed'>): Refusal {
  if (error instanceof Refusal) return error
  const code = CODE_BY_STATUS[(error as { statusCode?: number }).statusCode ?? 500]
  if (code) return new Refusal(code)
  if (isDatabaseUnavailable(error)) {
    databaseOutage.failed({ err: error, ...callerOf(request) })
    return new Refusal('unavailable')
  }
  // The account was erased by a concurrent call.
  if (isAccountGone(error)) return new Refusal('unauthorized')
  const id = randomUUID()
  request.log.error({ err: error, id, ...callerOf(request), msg: 'request_failed' })
  return new Refusal('internal_error', { details: { id } })
}

/** Which call failed for whom, without personal data: the route's pattern and the user's random id. */
function callerOf({ method, routeOptions, session }: FastifyRequest) {
  return { route: `${method} ${routeOptions.url ?? 'none'}`, ...(session ? { userId: session.userId } : {}) }
}

/** Sends a refusal outside the router, with the headers of every response. */
export function sendRefusalRaw(response: ServerResponse, code: ErrorCode, retryAfterMs: number): void {
  response.writeHead(ERRORS[code].status, {
    ...socketHeaders,
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'retry-after': String(Math.max(1, Math.ceil(retryAfterMs / 1000))),
  })
  response.end(JSON.stringify({ error: ERRORS[code].sentence, code }))
}

const STATUS_BY_FAULT: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}

/** Node sets `_httpMessage` on a connection while it is answering a request. */
type RespondingSocket = Duplex & { _httpMessage?: { headersSent: boolean } | null }

/**
 * Answers requests that can't be parsed or arrive too slowly, in the contract's format, and closes the connection. For
 * the `clientError` event of an HTTP server.
 */
export function refuseBrokenRequest(fault: NodeJS.ErrnoException, socket: RespondingSocket): void {
  const { _httpMessage: answer } = socket
  if (fault.code === 'ECONNRESET' || !socket.writable || answer?.headersSent) {
    socket.destroy(fault)
    return
  }
  const status = STATUS_BY_FAULT[fault.code ?? ''] ?? 400
  const code: ErrorCode = status === 413 || status === 431 ? 'payload_too_large' : 'bad_request'
  const body = JSON.stringify({ error: ERRORS[code].sentence, code })
  const headers = {
    ...socketHeaders,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`, () => socket.destroy())
}
