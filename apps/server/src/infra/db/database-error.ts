const FIELDS = ['code', 'severity', 'detail', 'hint', 'schema', 'table', 'column', 'constraint'] as const

/** The fields of an error that structured cloning drops between threads. */
export interface PlainDatabaseError {
  message: string
  code?: string
  severity?: string
  detail?: string
  hint?: string
  schema?: string
  table?: string
  column?: string
  constraint?: string
}

/** An error of the embedded database, with the same fields as the PostgreSQL driver's errors. */
export class EmbeddedDatabaseError extends Error {
  override name = 'EmbeddedDatabaseError'
  /** SQLSTATE, such as 23505; undefined if the error isn't PostgreSQL's. */
  declare readonly code: string | undefined
  declare readonly detail: string | undefined
  /** The name of the violated constraint. */
  declare readonly constraint: string | undefined

  constructor(plain: PlainDatabaseError) {
    super(plain.message)
    Object.assign(this, plain)
  }
}

/** The embedded database is closed, or its thread died during the query; a new thread may be starting. */
export class DatabaseUnavailableError extends Error {
  override name = 'DatabaseUnavailableError'
}

/**
 * True if the database was unreachable or too busy (answered with 503 and Retry-After), false if it rejected the query.
 * The query may or may not have taken effect.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof DatabaseUnavailableError) return true
  const code = fieldOf(error, 'code') ?? ''
  if (UNAVAILABLE_STATES.test(code) || UNAVAILABLE_SYSTEM_CODES.has(code)) return true
  return error instanceof Error && MESSAGES_WITHOUT_CODE.some((message) => error.message.startsWith(message))
}

/** The PostgreSQL driver's message after its own time limit: nothing came back on the connection. */
const READ_TIMEOUT = 'Query read timeout'

// Errors of the PostgreSQL driver, and of Kysely after it was closed.
const MESSAGES_WITHOUT_CODE = [
  'Connection terminated',
  'Client has encountered a connection error',
  READ_TIMEOUT,
  'timeout exceeded when trying to connect',
  'driver has already been destroyed',
]

// SQLSTATE: connection, resources and connection limit, shutdown and startup, cancelled by a timeout, idle in
// transaction, lock timeout.
const UNAVAILABLE_STATES = /^(?:08...|53...|57P0[1-5]|57014|25P03|55P03)$/
const UNAVAILABLE_SYSTEM_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN'])

/** Copies an error so that it can be posted to another thread. */
export function toPlainError(error: unknown): PlainDatabaseError {
  const plain: PlainDatabaseError = { message: error instanceof Error ? error.message : String(error) }
  for (const field of FIELDS) {
    const value = fieldOf(error, field)
    if (value !== undefined) plain[field] = value
  }
  return plain
}

/** The SQLSTATE of an error of either database, such as '23505', or undefined for other errors. */
export function databaseErrorCode(error: unknown): string | undefined {
  const code = fieldOf(error, 'code')
  // System errors such as EPIPE start with E, which no SQLSTATE does.
  return code !== undefined && /^(?!E)[0-9A-Z]{5}$/.test(code) ? code : undefined
}

/** True for a violation of a unique constraint (of this one, if named). */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  if (databaseErrorCode(error) !== '23505') return false
  return constraint === undefined || fieldOf(error, 'constraint') === constraint
}

/** True if a row references an account that doesn't exist (any more). */
export function isAccountGone(error: unknown): boolean {
  return databaseErrorCode(error) === '23503' && fieldOf(error, 'constraint')?.endsWith('_user_id_fkey') === true
}

/** True if the driver gave up waiting for the answer to a query. The connection may never answer again. */
export function isReadTimeout(error: unknown): boolean {
  return error instanceof Error && error.message === READ_TIMEOUT
}

/** True if a prepared statement no longer matches its table. */
export function isStalePlan(error: unknown): boolean {
  return databaseErrorCode(error) === '0A000' && fieldOf(error, 'routine') === 'RevalidateCachedQuery'
}

function fieldOf(error: unknown, field: string): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined
  const value: unknown = Reflect.get(error, field)
  return typeof value === 'string' ? value : undefined
}
