/** As much of pino as the database layer needs. */
export interface Log {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

/** For tools and tests that have nothing to tell. */
export const silentLog: Log = { info: () => undefined, warn: () => undefined, error: () => undefined }
