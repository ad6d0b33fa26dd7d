/**
 * An address from outside, followed only inside the app (contract 8): one leading `/`, not followed by `/` or `\`.
 * Anything else leads to `/`.
 */
export function insidePath(address: string | null): string {
  // Browsers drop tabs and line breaks from an address, so "/\t/evil" would leave the app.
  const path = (address ?? '').replace(/[\p{Cc}\s]/gu, '')
  return /^\/(?![/\\])/.test(path) ? path : '/'
}
