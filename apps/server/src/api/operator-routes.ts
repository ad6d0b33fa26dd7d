import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { Refusal } from '../refusal.ts'

/** Routes that tell strangers more than they need to know. */
const PRIVATE_ROUTE = /^\/(metrics|docs)(\/|$)/
/** The other routes that OPS_PORT serves: probes, and what /docs shows. */
const SHARED_ROUTE = /^\/(healthz|readyz|version|services\/\w+\/openapi\.json)$/
/** Headers that a reverse proxy adds, so that a request through one on this machine doesn't pass for the operator's. */
const PROXY_HEADERS = ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via']
const LOOPBACK = /^(::1|(::ffff:)?127\.\d+\.\d+\.\d+)$/

/**
 * Reserves `/metrics` and `/docs` for operators: they are served on OPS_PORT or, if it isn't set, by a local
 * installation to its own machine only.
 */
export interface OperatorRequests {
  /** Notes that a request came in on OPS_PORT. */
  add(request: IncomingMessage): void
}

/** Adds the rule to a server. OPS_PORT serves only these routes and the shared ones. */
export function guardOperatorRoutes(
  server: FastifyInstance,
  { opsAddress, isLocal }: Pick<Config, 'opsAddress' | 'isLocal'>,
): OperatorRequests {
  const requests = new WeakSet<IncomingMessage>()
  const isOpenToMachine = opsAddress === null && isLocal
  server.addHook('onRequest', async ({ raw, routeOptions }) => {
    const route = routeOptions.url ?? ''
    const isPrivate = PRIVATE_ROUTE.test(route)
    const isAllowed = requests.has(raw)
      ? isPrivate || SHARED_ROUTE.test(route)
      : !isPrivate || (isOpenToMachine && isFromThisMachine(raw))
    if (!isAllowed) throw new Refusal('not_found')
  })
  return { add: (request) => void requests.add(request) }
}

function isFromThisMachine({ socket, headers }: IncomingMessage): boolean {
  return LOOPBACK.test(socket.remoteAddress ?? '') && PROXY_HEADERS.every((name) => headers[name] === undefined)
}
