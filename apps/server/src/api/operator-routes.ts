import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { Refusal } from '../refusal.ts'

/** Routes that tell strangers more than they need to know. */
const PRIVATE_ROUTE = /^\/(metrics|docs)(\/|$)/
/** The other routes that OPS_PORT serves: probes, and what /docs shows. */
const SHARED_ROUTE = /^\/(healthz|readyz|version|services\/\w+\/openapi\.json)$/
/** What a reverse proxy adds to a request, so that one on the same machine doesn't pass for the operator. */
const PROXY_HEADERS = ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via']
const LOOPBACK = /^(::1|(::ffff:)?127\.\d+\.\d+\.\d+)$/

/** Keeps `/metrics` and `/docs` for operators: on OPS_PORT, or without it on a local installation for its own machine. */
export interface OperatorRequests {
  /** Notes that a request came in on OPS_PORT. */
  add(request: IncomingMessage): void
}

/** Adds the rule to a server. Nothing else is served on OPS_PORT. */
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
