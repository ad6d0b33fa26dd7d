/**
 * The origin of the site that a native app belongs to, fixed at build time. Empty in a browser: the page's own origin.
 */
const API_ORIGIN: string = import.meta.env.VITE_API_ORIGIN ?? ''

/** The URL of a path on the server. */
export function serverUrl(path: string): string {
  return API_ORIGIN + path
}

/** The URL of a socket on the server. */
export function serverSocketUrl(path: string): string {
  return API_ORIGIN.replace(/^http/, 'ws') + path
}

/** The origin of links to the site that are shown, shared or put into QR codes. */
export function siteOrigin(): string {
  return API_ORIGIN || window.location.origin
}
