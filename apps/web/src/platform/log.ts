/** For what only a developer wants to see: a failure that the product shrugs off (product 8: "logged only"). */
export function logDebug(message: string, error: unknown): void {
  globalThis.console.debug(message, error)
}

/** For what an operator has to mend, and no player can (product 8: a chat that doesn't load). */
export function logError(message: string): void {
  globalThis.console.error(message)
}
