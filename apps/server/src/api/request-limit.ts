import type { IncomingMessage } from 'node:http'
import type { Config } from '../config.ts'
import type { Logger } from '../infra/log.ts'
import type { Metrics } from '../infra/metrics.ts'
import { addressOfRequest } from './client-address.ts'
import { RequestCount } from './request-count.ts'

/** Requests of any kind from one client address, ten times as many as calls. */
const REQUESTS_PER_MINUTE = 12_000

/**
 * Counts every request from a client address: calls, even refused ones, pages, files, upgrades and long-polling. The
 * returned function says how long, in ms, the client of a request must wait; 0 if the request is admitted.
 */
export function createRequestLimit(
  { trustProxy }: Pick<Config, 'trustProxy'>,
  log: Logger,
  metrics: Pick<Metrics, 'limitedRequests'>,
): (request: IncomingMessage) => number {
  const requests = new RequestCount(REQUESTS_PER_MINUTE)
  let hasWarned = false
  return (request) => {
    if (!trustProxy && !hasWarned && request.headers['x-forwarded-for'] !== undefined) {
      hasWarned = true
      log.warn({
        msg: 'forwarded_address_ignored',
        hint: 'X-Forwarded-For arrived, but TRUST_PROXY is 0. Behind a proxy set it to 1, or all clients count as one.',
      })
    }
    const waitMs = requests.take(addressOfRequest(request, trustProxy))
    if (waitMs > 0) metrics.limitedRequests.inc({ limit: 'requests' })
    return waitMs
  }
}
