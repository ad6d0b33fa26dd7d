import compress from '@fastify/compress'
import { fastify, type FastifyInstance, LogController } from 'fastify'
import { serializerCompiler } from 'fastify-type-provider-zod'
import type { Config } from '../config.ts'
import type { DatabaseOutage } from '../infra/database-outage.ts'
import type { Logger } from '../infra/log.ts'
import type { Metrics } from '../infra/metrics.ts'
import { Refusal } from '../refusal.ts'
import { acceptJsonBodies, checkRequests, MAX_BODY_BYTES } from './check-request.ts'
import { clientAddress } from './client-address.ts'
import { sendRefusal, translateErrors } from './error-responses.ts'
import { RequestCount } from './request-count.ts'
import { refuseOldApps } from './old-apps.ts'
import { addSecurityHeaders, socketHeaders } from './security-headers.ts'
import { inlineScriptHashes } from './web-app.ts'

const CALLS_PER_MINUTE = 1_200

interface ServerDeps {
  config: Config
  log: Logger
  metrics: Metrics
  databaseOutage: Pick<DatabaseOutage, 'failed'>
  /** The built web app, or null if none is served. */
  webFolder: string | null
}

/** An HTTP server with the general rules of contract 2, and without routes. */
export async function createServer(deps: ServerDeps): Promise<FastifyInstance> {
  const { config, log, metrics, databaseOutage, webFolder } = deps
  const server = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: MAX_BODY_BYTES,
    // The router can't decode the path, or an id in it is far too long. Nothing can exist there.
    frameworkErrors: (_error, _request, reply) =>
      void sendRefusal(reply.headers(socketHeaders), new Refusal('not_found')),
    // There is one proxy, so the client's address is the last one in the header.
    trustProxy: config.trustProxy ? (_address: string, hop: number) => hop === 0 : false,
  }) as unknown as FastifyInstance
  server.setSerializerCompiler(serializerCompiler)
  checkRequests(server)
  acceptJsonBodies(server)
  translateErrors(server, databaseOutage)
  await addSecurityHeaders(server, config, webFolder ? await inlineScriptHashes(webFolder) : [])
  // Compresses only responses of routes that ask for it. Request bodies are never decompressed.
  await server.register(compress, { globalCompression: false, globalDecompression: false, encodings: ['br', 'gzip'] })
  refuseOldApps(server, config.nativeApps)
  limitCalls(server, metrics)
  // Forbids caching what doesn't say it may be cached: calls, however their path is spelled, and refusals.
  server.addHook('onSend', async (_request, reply) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  })
  server.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    metrics.httpSeconds.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
  })
  return server
}

/**
 * At most 1,200 calls a minute per client address, counted after the request has been checked. The matched route
 * decides what counts as a call, because the same path can be spelled in many ways.
 */
function limitCalls(server: FastifyInstance, metrics: Metrics): void {
  const calls = new RequestCount(CALLS_PER_MINUTE)
  server.addHook('preHandler', async (request) => {
    if (!request.routeOptions.url?.startsWith('/services/')) return
    const retryAfterMs = calls.take(clientAddress(request.ip))
    if (retryAfterMs === 0) return
    metrics.limitedRequests.inc({ limit: 'calls' })
    throw new Refusal('rate_limited', { retryAfterMs })
  })
}
