/** The services of the API, each under its own prefix. */
export const SERVICES = ['user', 'admin', 'gameplay', 'stats'] as const
export type Service = (typeof SERVICES)[number]

/** The services that have a socket. */
export type RealtimeService = 'gameplay' | 'stats'

/** The prefix of a service's endpoints, after {@link servicePath}. */
export const API_PREFIX = {
  user: '/api',
  admin: '/api/v2',
  gameplay: '/api',
  stats: '/api',
} as const satisfies Record<Service, string>

/**
 * The address of an endpoint. Routes are plain values without schemas, so that the web app can import them;
 * `http/endpoint.ts` adds the schemas. `path` starts after the service's API prefix.
 */
export interface Route {
  readonly method: 'GET' | 'POST'
  readonly service: Service
  readonly path: string
}

/** The path of a service, above its API, its OpenAPI document and its socket. */
export function servicePath<const S extends Service>(service: S) {
  return `/services/${service}` as const
}

/** The path of the socket for stages, without the transport. Only the stage's own topic can be joined on it. */
export const STAGE_SOCKET_PATH = `${servicePath('gameplay')}/stage_socket`

/** The path of a service's Phoenix socket, without the transport. */
export function socketPath(service: RealtimeService): string {
  return `${servicePath(service)}/socket`
}
