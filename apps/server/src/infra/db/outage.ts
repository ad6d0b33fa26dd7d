import { databaseErrorCode } from './database-error.ts'

/** Connection exceptions, no room for more connections, shutdown, statement and lock timeouts. */
const OUTAGE_STATES = /^(08...|53...|57P0[1-5]|57014|55P03|25P03)$/
const NETWORK_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN'])
/** What the drivers say without a code: PostgreSQL's, the embedded database's and Kysely's. */
const DRIVER_MESSAGES = [
  'Connection terminated',
  'timeout exceeded when trying to connect',
  'Client has encountered a connection error',
  'the embedded database is closed',
  'the thread of the embedded database ended',
  'driver has already been destroyed',
]

/** True when the database could not do its work just now, so that trying again later makes sense (503). */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code: unknown = Reflect.get(error, 'code')
  return (
    OUTAGE_STATES.test(databaseErrorCode(error) ?? '') ||
    (typeof code === 'string' && NETWORK_CODES.has(code)) ||
    DRIVER_MESSAGES.some((message) => error.message.includes(message))
  )
}
