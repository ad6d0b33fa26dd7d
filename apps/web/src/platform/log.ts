/** For what only a developer wants to see: a failure that the product shrugs off (spec 8: "logged only"). */
export function logDebug(message: string, error: unknown): void {
  globalThis.console.debug(message, error)
}
