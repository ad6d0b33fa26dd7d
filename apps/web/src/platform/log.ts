/**
 * Logs a failure that does not affect the user, for developers.
 *
 * @param event a name in snake_case, as in the server's log
 * @param fields what is known about it, such as `{ err }`
 */
export function logDebug(event: string, fields: Readonly<Record<string, unknown>>): void {
  globalThis.console.debug(event, fields)
}

/** Logs a failure that an operator has to fix, such as a chat that does not load. */
export function logError(message: string): void {
  globalThis.console.error(message)
}
