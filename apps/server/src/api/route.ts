import type { Endpoint } from '@quizmaster/contract/http/endpoint'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { FindSession, RequestSession } from '../features/accounts/sessions.ts'
import { Refusal } from '../refusal.ts'
import type { CallsInFlight } from './calls-in-flight.ts'
import { clientAddress } from './client-address.ts'

type Parsed<T> = T extends z.ZodType ? z.output<T> : undefined

/** What a handler gets: the caller and the checked request. */
export interface Call<E extends Endpoint> {
  /** Null only for visitors, on open endpoints. */
  session: E['access'] extends 'open' ? RequestSession | null : RequestSession
  address: string
  device: string
  /** The origin that was called, such as `https://host`. The host comes from the request, so it can be forged. */
  origin: string
  params: Parsed<E['params']>
  query: Parsed<E['query']>
  body: Parsed<E['body']>
}

/** How a router identifies callers. */
export interface Callers {
  findSession: FindSession
  /** The same for calls that a client makes every few seconds; the session may be up to 30 s old. */
  findRecentSession: FindSession
  isAdmin(session: RequestSession): Promise<boolean>
  /** Refuses an admin's session that may not use the admin area, or may not set up a second factor. */
  checkAdminSession(session: RequestSession, access: 'admin' | 'admin_sign_in'): Promise<void>
  callsInFlight: CallsInFlight
}

declare module 'fastify' {
  interface FastifyRequest {
    session: RequestSession | null
  }
}

interface RouteOptions {
  session?: 'current' | 'recent'
  /** For long answers, but not for secrets or text that a stranger can insert: TLS doesn't hide their length. */
  isCompressed?: boolean
}

/** Returns a function that adds an endpoint to a service. It checks session and request, then calls the handler. */
export function createRouter(server: FastifyInstance, callers: Callers) {
  server.decorateRequest('session', null)
  return function route<const E extends Endpoint>(
    endpoint: E,
    handle: (call: Call<E>) => Promise<z.input<E['answer']>>,
    { session = 'current', isCompressed = false }: RouteOptions = {},
  ): void {
    const findSession = session === 'recent' ? callers.findRecentSession : callers.findSession
    server.route({
      method: endpoint.method,
      url: endpoint.path,
      ...(isCompressed ? { compress: {} } : {}),
      schema: {
        summary: endpoint.summary,
        response: { 200: endpoint.answer },
        ...(endpoint.access === 'open' ? {} : { security: [{ bearer: [] }] }),
        ...(endpoint.params ? { params: endpoint.params } : {}),
        ...(endpoint.query ? { querystring: endpoint.query } : {}),
        ...(endpoint.body ? { body: endpoint.body } : {}),
      },
      onRequest: async (request) => {
        const token = bearerOf(request)
        request.session = token ? await findSession(token) : null
        if (endpoint.access === 'open') return
        if (!request.session) throw new Refusal('unauthorized')
        // Checked before the body is parsed, so non-admins get a plain 404.
        if (endpoint.access === 'signed_in') return
        if (!(await callers.isAdmin(request.session))) throw new Refusal('not_found')
        await callers.checkAdminSession(request.session, endpoint.access)
      },
      handler: (request) => {
        const work = () => handle(callOf<E>(request))
        return request.session ? callers.callsInFlight.run(request.session.userId, work) : work()
      },
    })
  }
}

export type Route = ReturnType<typeof createRouter>

function callOf<E extends Endpoint>(request: FastifyRequest): Call<E> {
  return {
    session: request.session,
    address: clientAddress(request.ip),
    device: request.headers['user-agent'] ?? '',
    origin: `${request.protocol}://${request.host}`,
    params: request.params,
    query: request.query,
    body: request.body,
  } as Call<E>
}

/** Clients without a token send `Bearer null` or `Bearer undefined`; they count as visitors. */
function bearerOf(request: FastifyRequest): string | null {
  const token = /^Bearer +(\S+)\s*$/i.exec(request.headers.authorization ?? '')?.[1]
  return token === undefined || token === 'null' || token === 'undefined' ? null : token
}
