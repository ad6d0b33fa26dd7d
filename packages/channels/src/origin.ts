/** Says whether a page of this origin may connect. Asked only where the client sent an `Origin`. */
export type OriginCheck = (origin: string, host: string | undefined) => boolean

/** The default: an http(s) origin whose host and port are those of the request. */
export const sameHost: OriginCheck = (origin, host) => {
  const url = parseOrigin(origin)
  return url !== null && (url.protocol === 'http:' || url.protocol === 'https:') && url.host === host
}

/**
 * Allows the request's own host and these origins: whole ones (`https://example.com`, `capacitor://localhost`), or any
 * scheme (`//example.com`), or any host below one (`//*.example.com`).
 */
export function allowOrigins(origins: readonly string[]): OriginCheck {
  return (origin, host) => {
    const url = parseOrigin(origin)
    if (!url) return false
    return sameHost(origin, host) || origins.some((allowed) => matches(allowed, url))
  }
}

function matches(allowed: string, { protocol, host }: URL): boolean {
  if (allowed.startsWith('//*.')) return host.endsWith(allowed.slice(3))
  if (allowed.startsWith('//')) return host === allowed.slice(2)
  return `${protocol}//${host}` === allowed
}

function parseOrigin(origin: string): URL | null {
  const url = parseUrl(origin)
  // "https://a.com/path" and "https://user@a.com" are no origins; no browser sends them.
  return url && url.host !== '' && `${url.protocol}//${url.host}` === origin.toLowerCase() ? url : null
}

function parseUrl(text: string): URL | null {
  try {
    return new URL(text)
  } catch {
    return null
  }
}
