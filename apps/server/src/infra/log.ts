import { type Logger, type LoggerOptions, pino } from 'pino'

export type { Logger }

const ERROR_LEVEL = 50

/** Fields that may contain a token or an e-mail address: a database error quotes the row it is about. */
const REDACTED = ['req.headers', 'headers', '*.token', 'err.detail', 'err.where', 'err.parameters']

/** The fields of a log line with an error. */
export type ErrorLine = Readonly<Record<string, unknown>> & { readonly err: unknown }

/** Where lines are written; standard output by default. */
type Destination = Parameters<typeof pino>[1]

/**
 * Logs one JSON line per event (contract 1), without headers and tokens. `onError` is called for every line of level
 * error that has an `err`, which is how errors reach the error reports.
 */
export function createLog(level: string, onError?: (line: ErrorLine) => void, destination?: Destination): Logger {
  const options: LoggerOptions = {
    level,
    base: null,
    redact: { paths: REDACTED, remove: true },
    hooks: {
      logMethod(args, method, lineLevel) {
        const [line] = args as [unknown]
        if (onError && lineLevel >= ERROR_LEVEL && isErrorLine(line)) onError(line)
        method.apply(this, args)
      },
    },
  }
  return destination ? pino(options, destination) : pino(options)
}

/** For tools and tests. */
export const silentLog: Logger = createLog('silent')

function isErrorLine(line: unknown): line is ErrorLine {
  return typeof line === 'object' && line !== null && 'err' in line
}

/** `alice@example.com` becomes `a***@example.com`: a log never contains a whole address (contract 1). */
export function maskEmail(email: string): string {
  const [first = ''] = email
  return `${first}***${/@[^@]*$/.exec(email)?.[0] ?? ''}`
}
