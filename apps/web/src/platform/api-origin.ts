/**
 * The origin of the site that a native app belongs to, fixed when it is built (`VITE_API_ORIGIN`). Empty in a browser, where
 * the server is where the page came from.
 */
const API_ORIGIN: string = import.meta.env.VITE_API_ORIGIN ?? ''

/** The address of a path of the server. */
export function serverUrl(path: string): string {
  return API_ORIGIN + path
}

/** The address of a socket of the server. */
export function serverSocketUrl(path: string): string {
  return API_ORIGIN.replace(/^http/, 'ws') + path
}

/** The origin of links to the site, for people and QR codes. */
export function siteOrigin(): string {
  return API_ORIGIN || window.location.origin
}
