import type { PlainDatabaseError } from './pglite-protocol.ts'

const FIELDS = ['code', 'severity', 'detail', 'hint', 'schema', 'table', 'column', 'constraint'] as const

/** An error of the embedded database, with the fields that the PostgreSQL driver's errors have too. */
export class EmbeddedDatabaseError extends Error {
  override name = 'EmbeddedDatabaseError'
  /** SQLSTATE, such as 23505; undefined when it is not the database that refused. */
  declare readonly code: string | undefined
  declare readonly detail: string | undefined
  /** The name of the violated constraint. */
  declare readonly constraint: string | undefined

  constructor(plain: PlainDatabaseError) {
    super(plain.message)
    Object.assign(this, plain)
  }
}

/** The thread of the embedded database is closed, or died under the question; a new one may be on its way. */
export class DatabaseUnavailableError extends Error {
  override name = 'DatabaseUnavailableError'
}

/**
 * True when the database could not be had or had no time for the question (answered with 503 and Retry-After), and
 * false when it understood and refused. What was asked may have happened or not.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof DatabaseUnavailableError) return true
  const code = fieldOf(error, 'code') ?? ''
  if (UNAVAILABLE_STATES.test(code) || UNAVAILABLE_SYSTEM_CODES.has(code)) return true
  return error instanceof Error && MESSAGES_WITHOUT_CODE.some((message) => error.message.startsWith(message))
}

// Of the PostgreSQL driver, and of Kysely once it has been closed.
const MESSAGES_WITHOUT_CODE = [
  'Connection terminated',
  'Client has encountered a connection error',
  'Query read timeout',
  'timeout exceeded when trying to connect',
  'driver has already been destroyed',
]

// SQLSTATE: connection, too many connections and resources, shutdown and start, cancelled by a timeout, idle or waiting
// for a lock for too long.
const UNAVAILABLE_STATES = /^(?:08...|53...|57P0[1-5]|57014|25P03|55P03)$/
const UNAVAILABLE_SYSTEM_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN'])

/** What of an error can cross from one thread to another. */
export function toPlainError(error: unknown): PlainDatabaseError {
  const plain: PlainDatabaseError = { message: error instanceof Error ? error.message : String(error) }
  for (const field of FIELDS) {
    const value = fieldOf(error, field)
    if (value !== undefined) plain[field] = value
  }
  return plain
}

/** The SQLSTATE of an error of either database, such as '23505', or undefined for any other error. */
export function databaseErrorCode(error: unknown): string | undefined {
  const code = fieldOf(error, 'code')
  // EPIPE and others of the system begin with an E, as no SQLSTATE does.
  return code !== undefined && /^(?!E)[0-9A-Z]{5}$/.test(code) ? code : undefined
}

/** True when the error says that a unique constraint (that one, if named) already has such a row. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  if (databaseErrorCode(error) !== '23505') return false
  return constraint === undefined || fieldOf(error, 'constraint') === constraint
}

/** True when a row was to be written for an account that is not there (any more). */
export function isAccountGone(error: unknown): boolean {
  return databaseErrorCode(error) === '23503' && fieldOf(error, 'constraint')?.endsWith('_user_id_fkey') === true
}

/** True when a prepared statement no longer fits its table; on a new try it is planned anew. */
export function isStalePlan(error: unknown): boolean {
  return databaseErrorCode(error) === '0A000' && fieldOf(error, 'routine') === 'RevalidateCachedQuery'
}

function fieldOf(error: unknown, field: string): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined
  const value: unknown = Reflect.get(error, field)
  return typeof value === 'string' ? value : undefined
}
