import { type Logger, pino } from 'pino'

export type { Logger }

/** What may hold a token, or a whole address: a database's error quotes the row it is about. */
const REDACTED = ['req.headers', 'headers', '*.token', 'err.detail', 'err.where', 'err.parameters']

/** One JSON line an event (contract 1). Headers that carry secrets never reach it. */
export function createLog(level: string): Logger {
  return pino({
    level,
    base: null,
    redact: { paths: REDACTED, remove: true },
  })
}

/** `alice@example.com` as `a***@example.com`: a log never holds a whole address (contract 1). */
export function maskEmail(email: string): string {
  return `${email.slice(0, 1)}***${email.slice(email.lastIndexOf('@'))}`
}
