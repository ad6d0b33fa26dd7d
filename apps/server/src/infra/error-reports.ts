import { isNativeError } from 'node:util/types'
import type { ErrorEvent, Scope, StackFrame } from '@sentry/core'
import pTimeout from 'p-timeout'
import { MINUTE_MS } from './clock.ts'
import { redactPath, redactText } from './redact.ts'

const SEND_TIMEOUT_MS = 5_000
const FLUSH_MS = 2_000
/** Reports being sent; more are dropped. */
const MAX_PENDING = 20
/** During an outage every call fails, and a few reports say as much as thousands. */
const MAX_PER_MINUTE = 60

/** Tags of a report. All are identifiers, none contains personal data. */
export interface ErrorContext {
  /** The event name of the log line, such as `request_failed`. */
  msg?: string | undefined
  /** The id in the response and in the log. */
  id?: string | undefined
  /** The route's pattern, not the requested URL. */
  route?: string | undefined
  work?: string | undefined
  userId?: string | undefined
}

/** Picks the context out of a log line. */
export function contextOf(line: Readonly<Record<string, unknown>>): ErrorContext {
  const text = (value: unknown) => (typeof value === 'string' ? value : undefined)
  return {
    msg: text(line.msg),
    id: text(line.id),
    route: text(line.route),
    work: text(line.work),
    userId: text(line.userId),
  }
}

export interface ErrorReports {
  /** Rejects if the library can't be loaded or the DSN is invalid. */
  readonly opened: Promise<void>
  /** Returns immediately and never throws. */
  report(error: unknown, context: ErrorContext): void
  /** Waits up to 2 s for pending reports. */
  flush(): Promise<void>
}

interface ReportsConfig {
  dsn: string
  environment: string
  release: string
  now?: () => number
}

/**
 * Reports errors to the Sentry project of the DSN. A report contains the error's type, its redacted message and stack
 * trace, the context's tags and the user's random id. The library is loaded only here, and instruments nothing.
 */
export function createErrorReports({ now = Date.now, ...config }: ReportsConfig): ErrorReports {
  const opening = open(config)
  // A missing library only disables the reports.
  const ready = opening.catch(() => null)
  let pendingCount = 0
  let window = { startedAt: 0, count: 0 }

  function isWithinLimits(): boolean {
    if (now() - window.startedAt >= MINUTE_MS) window = { startedAt: now(), count: 0 }
    window.count += 1
    return window.count <= MAX_PER_MINUTE && pendingCount < MAX_PENDING
  }

  async function send(error: unknown, context: ErrorContext): Promise<void> {
    const opened = await ready
    if (!opened) return
    const scope = opened.newScope()
    describe(scope, context)
    opened.client.captureException(asError(error), undefined, scope)
  }

  return {
    opened: opening.then(() => undefined),
    report(thrown, context) {
      if (!isWithinLimits()) return
      pendingCount += 1
      send(thrown, context)
        .catch(() => undefined)
        .finally(() => {
          pendingCount -= 1
        })
    },
    async flush() {
      const flushed = ready.then((opened) => opened?.client.flush(FLUSH_MS))
      await pTimeout(flushed, { milliseconds: FLUSH_MS, fallback: () => undefined }).catch(() => undefined)
    },
  }
}

/** Wraps thrown objects, whose content the library would otherwise send. */
function asError(thrown: unknown): Error {
  if (thrown instanceof Error || isNativeError(thrown)) return thrown
  return new Error(typeof thrown === 'string' ? thrown : `thrown: ${typeof thrown}`)
}

function describe(scope: Scope, { userId, ...tags }: ErrorContext): void {
  for (const [name, value] of Object.entries(tags)) if (value !== undefined) scope.setTag(name, value)
  if (userId !== undefined) scope.setUser({ id: userId })
}

async function open({ dsn, environment, release }: Omit<ReportsConfig, 'now'>) {
  const [{ Scope, createStackParser, createTransport }, { ServerRuntimeClient, nodeStackLineParser }] =
    await Promise.all([import('@sentry/core'), import('@sentry/core/server')])
  const client = new ServerRuntimeClient({
    dsn,
    environment,
    release,
    platform: 'node',
    runtime: { name: 'node', version: process.version },
    integrations: [],
    stackParser: createStackParser(nodeStackLineParser()),
    sendClientReports: false,
    beforeSend: redactEvent,
    transport: (options) =>
      createTransport({ ...options, bufferSize: MAX_PENDING }, async ({ body }) => {
        const signal = AbortSignal.timeout(SEND_TIMEOUT_MS)
        const headers = { 'content-type': 'application/x-sentry-envelope' }
        const response = await fetch(options.url, {
          method: 'POST',
          body: typeof body === 'string' ? body : Buffer.from(body),
          headers,
          signal,
        })
        await response.arrayBuffer()
        return {
          statusCode: response.status,
          headers: {
            'x-sentry-rate-limits': response.headers.get('x-sentry-rate-limits'),
            'retry-after': response.headers.get('retry-after'),
          },
        }
      }),
  })
  if (!client.getDsn()) throw new Error('SENTRY_DSN is not a DSN')
  return { client, newScope: () => new Scope() }
}

/** Rebuilds the event from the fields that may be sent, so that nothing else the library collects is. */
function redactEvent(event: ErrorEvent): ErrorEvent {
  const { event_id, timestamp, platform, level, release, environment, tags, user, exception } = event
  const values = exception?.values?.map(({ type, value, stacktrace, mechanism }) => ({
    ...(type === undefined ? {} : { type: redactText(type) }),
    ...(value === undefined ? {} : { value: redactText(value) }),
    ...(stacktrace?.frames ? { stacktrace: { frames: stacktrace.frames.map(redactFrame) } } : {}),
    ...(mechanism ? { mechanism: { type: mechanism.type, handled: mechanism.handled ?? true } } : {}),
  }))
  return Object.fromEntries(
    Object.entries({
      type: undefined,
      event_id,
      timestamp,
      platform,
      level,
      release,
      environment,
      tags: Object.fromEntries(Object.entries(tags ?? {}).map(([name, value]) => [name, redactText(String(value))])),
      user: user?.id === undefined ? undefined : { id: user.id },
      exception: values ? { values } : undefined,
      contexts: { runtime: { name: 'node', version: process.version } },
    }).filter(([, value]) => value !== undefined),
  ) as unknown as ErrorEvent
}

function redactFrame({ filename, function: name, lineno, colno, in_app }: StackFrame): StackFrame {
  return {
    ...(filename === undefined ? {} : { filename: redactPath(filename) }),
    ...(name === undefined ? {} : { function: redactText(name) }),
    ...(lineno === undefined ? {} : { lineno }),
    ...(colno === undefined ? {} : { colno }),
    ...(in_app === undefined ? {} : { in_app }),
  }
}
