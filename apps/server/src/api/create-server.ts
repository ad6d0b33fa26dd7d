import rateLimit from '@fastify/rate-limit'
import { fastify, type FastifyInstance, LogController } from 'fastify'
import { serializerCompiler } from 'fastify-type-provider-zod'
import type { Config } from '../config.ts'
import type { Logger } from '../infra/log.ts'
import type { Metrics } from '../infra/metrics.ts'
import { WIDER_NETWORK_FACTOR, widerNetwork } from '../infra/rate-limit.ts'
import { Refusal } from '../refusal.ts'
import { acceptJsonBodies, checkRequests, MAX_BODY_BYTES } from './check-request.ts'
import { clientAddress } from './client-address.ts'
import { sendRefusal, translateErrors } from './error-responses.ts'
import { addSecurityHeaders, socketHeaders } from './security-headers.ts'

const CALLS_PER_MINUTE = 1_200
const NO_LIMIT_HEADERS = { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false }

/** An HTTP server with the general rules of contract 2, and without routes. */
export async function createServer(config: Config, log: Logger, metrics: Metrics): Promise<FastifyInstance> {
  const server = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: MAX_BODY_BYTES,
    // A path that the router can't decode, or a much too long id, can't exist.
    frameworkErrors: (_error, _request, reply) =>
      void sendRefusal(reply.headers(socketHeaders), new Refusal('not_found')),
    // There is one proxy, so the client's address is the last one in the header.
    trustProxy: config.trustProxy ? (_address: string, hop: number) => hop === 0 : false,
  }) as unknown as FastifyInstance
  server.setSerializerCompiler(serializerCompiler)
  checkRequests(server)
  acceptJsonBodies(server)
  translateErrors(server)
  await addSecurityHeaders(server, config)
  await limitCalls(server)
  server.addHook('onSend', async (request, reply) => {
    const isCall = request.url.startsWith('/services/')
    if (isCall && !reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  })
  server.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    metrics.httpSeconds.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
  })
  return server
}

/**
 * At most 1,200 calls a minute per client address, and ten times as many per IPv6 /48, counted after the request has been
 * checked.
 */
async function limitCalls(server: FastifyInstance): Promise<void> {
  await server.register(rateLimit, {
    max: CALLS_PER_MINUTE,
    timeWindow: '1 minute',
    hook: 'preHandler',
    keyGenerator: (request) => clientAddress(request.ip),
    allowList: (request) => !request.url.startsWith('/services/'),
    addHeaders: NO_LIMIT_HEADERS,
    addHeadersOnExceeding: NO_LIMIT_HEADERS,
    errorResponseBuilder: (_request, context) => new Refusal('rate_limited', { retryAfterMs: context.ttl }),
  })
  const countByNetwork = server.createRateLimit({
    max: CALLS_PER_MINUTE * WIDER_NETWORK_FACTOR,
    timeWindow: '1 minute',
    keyGenerator: (request) => widerNetwork(clientAddress(request.ip)) ?? '',
  })
  server.addHook('preHandler', async (request) => {
    if (!request.url.startsWith('/services/') || widerNetwork(clientAddress(request.ip)) === null) return
    const count = await countByNetwork(request)
    if (!count.isAllowed && count.isExceeded) throw new Refusal('rate_limited', { retryAfterMs: count.ttl })
  })
}
