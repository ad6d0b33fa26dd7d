import { type Logger, type LoggerOptions, pino } from 'pino'

export type { Logger }

const ERROR_LEVEL = 50

/** What may hold a token, or a whole address: a database's error quotes the row it is about. */
const REDACTED = ['req.headers', 'headers', '*.token', 'err.detail', 'err.where', 'err.parameters']

/** An error that was logged: what stood in the line beside it. */
export type ErrorLine = Readonly<Record<string, unknown>> & { readonly err: unknown }

/** Where lines go, one JSON text each; the standard output when left out. */
type Destination = Parameters<typeof pino>[1]

/**
 * One JSON line an event (contract 1). Headers that carry secrets never reach it. `onError` is told of every error that
 * is logged as one, so that whoever logs it need not know who else wants to hear.
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

function isErrorLine(line: unknown): line is ErrorLine {
  return typeof line === 'object' && line !== null && 'err' in line
}

/** `alice@example.com` as `a***@example.com`: a log never holds a whole address (contract 1). */
export function maskEmail(email: string): string {
  const [first = ''] = email
  return `${first}***${/@[^@]*$/.exec(email)?.[0] ?? ''}`
}
