import { isNativeError } from 'node:util/types'
import type { ErrorEvent, Scope, StackFrame } from '@sentry/core'
import { scrubPath, scrubText } from './scrub.ts'

const SEND_TIMEOUT_MS = 5_000
const FLUSH_MS = 2_000
/** Reports on their way; more are dropped. */
const MAX_WAITING = 20
/** An outage fails every call: a few reports tell as much as thousands. */
const MAX_A_MINUTE = 60
const MINUTE_MS = 60_000

/** What is known about an error beside itself: each a word or a random id. */
export interface ErrorContext {
  /** The log line's name, such as `request_failed`. */
  msg?: string | undefined
  /** The id that the answer and the log show. */
  id?: string | undefined
  /** The pattern of the address, never the address. */
  route?: string | undefined
  work?: string | undefined
  userId?: string | undefined
}

/** The context that a log line tells, and no more of it. */
export function contextOf(line: Readonly<Record<string, unknown>>): ErrorContext {
  const word = (value: unknown) => (typeof value === 'string' ? value : undefined)
  return {
    msg: word(line.msg),
    id: word(line.id),
    route: word(line.route),
    work: word(line.work),
    userId: word(line.userId),
  }
}

export interface ErrorReports {
  /** Rejects where the library can't be loaded or the DSN is none. */
  readonly opened: Promise<void>
  /** Never waits and never throws. */
  report(error: unknown, context: ErrorContext): void
  /** Gives what is on its way up to 2 s. */
  flush(): Promise<void>
}

interface ReportsConfig {
  dsn: string
  environment: string
  release: string
  now?: () => number
}

/**
 * Reports errors to where the DSN says. Of an error only its kind, its scrubbed message and the places in our code
 * leave the house, with the context's tags and the random id of the user. The library is loaded here and not before;
 * it instruments nothing.
 */
export function createErrorReports({ now = Date.now, ...config }: ReportsConfig): ErrorReports {
  const opening = open(config)
  // Reports are a convenience: without the library there are none.
  const ready = opening.catch(() => null)
  let waitingCount = 0
  let window = { startedAt: 0, count: 0 }

  function isWithinBounds(): boolean {
    if (now() - window.startedAt >= MINUTE_MS) window = { startedAt: now(), count: 0 }
    window.count += 1
    return window.count <= MAX_A_MINUTE && waitingCount < MAX_WAITING
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
      if (!isWithinBounds()) return
      waitingCount += 1
      send(thrown, context)
        .catch(() => undefined)
        .finally(() => {
          waitingCount -= 1
        })
    },
    async flush() {
      const timeout = new Promise<void>((resolve) => void setTimeout(resolve, FLUSH_MS).unref())
      const flushed = ready.then((opened) => opened?.client.flush(FLUSH_MS)).then(() => undefined)
      await Promise.race([flushed.catch(() => undefined), timeout])
    },
  }
}

/** Of a thrown object the library would tell what is in it. */
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
    beforeSend: scrubEvent,
    transport: (options) =>
      createTransport({ ...options, bufferSize: MAX_WAITING }, async ({ body }) => {
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
  if (!client.getDsn()) throw new Error('SENTRY_DSN is no DSN')
  return { client, newScope: () => new Scope() }
}

/** Made anew of what may leave, so that whatever else the library, or a thrown object, brings along stays here. */
function scrubEvent(event: ErrorEvent): ErrorEvent {
  const { event_id, timestamp, platform, level, release, environment, tags, user, exception } = event
  const values = exception?.values?.map(({ type, value, stacktrace, mechanism }) => ({
    ...(type === undefined ? {} : { type: scrubText(type) }),
    ...(value === undefined ? {} : { value: scrubText(value) }),
    ...(stacktrace?.frames ? { stacktrace: { frames: stacktrace.frames.map(scrubFrame) } } : {}),
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
      tags: Object.fromEntries(Object.entries(tags ?? {}).map(([name, value]) => [name, scrubText(String(value))])),
      user: user?.id === undefined ? undefined : { id: user.id },
      exception: values ? { values } : undefined,
      contexts: { runtime: { name: 'node', version: process.version } },
    }).filter(([, value]) => value !== undefined),
  ) as unknown as ErrorEvent
}

function scrubFrame({ filename, function: name, lineno, colno, in_app }: StackFrame): StackFrame {
  return {
    ...(filename === undefined ? {} : { filename: scrubPath(filename) }),
    ...(name === undefined ? {} : { function: scrubText(name) }),
    ...(lineno === undefined ? {} : { lineno }),
    ...(colno === undefined ? {} : { colno }),
    ...(in_app === undefined ? {} : { in_app }),
  }
}
