/** Logs a failure that does not affect the user, for developers. */
export function logDebug(message: string, error: unknown): void {
  globalThis.console.debug(message, error)
}

/** Logs a failure that an operator has to fix, such as a chat that does not load. */
export function logError(message: string): void {
  globalThis.console.error(message)
}
