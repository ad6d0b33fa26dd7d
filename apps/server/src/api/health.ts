import type { FastifyInstance } from 'fastify'
import { type Config, isLoopbackOrigin } from '../config.ts'
import { networkAddresses, originOf } from '../infra/network-addresses.ts'
import type { Metrics } from '../infra/metrics.ts'
import { Refusal } from '../refusal.ts'

interface HealthDeps {
  config: Config
  version: string
  /** The commit that was built; null if the build doesn't know it. */
  commit: string | null
  metrics: Metrics
  /** Updates the metrics that are measured on request instead of being counted. */
  updateGauges(): Promise<void>
  /** Rejects while the database or the bus doesn't answer. */
  checkReady(): Promise<void>
}

/** `/healthz`, `/readyz`, `/version`, `/metrics` and `/config.json`. */
export function healthRoutes(server: FastifyInstance, deps: HealthDeps): void {
  const { config } = deps
  server.get('/healthz', async (_, reply) => {
    reply.header('cache-control', 'no-store')
    return { status: 'up' }
  })
  server.get('/readyz', async (_, reply) => {
    reply.header('cache-control', 'no-store')
    try {
      await deps.checkReady()
    } catch {
      throw new Refusal('unavailable')
    }
    return { status: 'ready' }
  })
  server.get('/version', async (_, reply) => {
    reply.header('cache-control', 'no-store')
    return { name: 'quizmaster', version: deps.version, commit: deps.commit }
  })
  server.get('/metrics', async (_, reply) => {
    reply.type(deps.metrics.registry.contentType)
    await deps.updateGauges()
    return deps.metrics.registry.metrics()
  })
  server.get('/config.json', async (_, reply) => {
    reply.header('cache-control', 'no-store')
    return {
      public_url: shareableOrigin(config),
      sentry_dsn: config.sentryDsn,
      chatwoot_base_url: config.chatwootBaseUrl,
      chatwoot_website_token: config.chatwootWebsiteToken,
      version: deps.version,
    }
  })
}

/**
 * The origin for invitations: PUBLIC_URL, or, if that is a loopback address, the first address at which other devices
 * reach this server. Looked up each time, because a laptop changes networks.
 */
function shareableOrigin({ publicUrl, host, port }: Config): string {
  if (!isLoopbackOrigin(publicUrl)) return publicUrl
  const [address] = networkAddresses(host)
  return address === undefined ? publicUrl : originOf(address, port)
}
