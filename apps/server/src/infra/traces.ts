import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import {
  type Attributes,
  type Context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BasicTracerProvider, BatchSpanProcessor, type SpanExporter } from '@opentelemetry/sdk-trace-base'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { LogEvent } from 'kysely'
import pTimeout from 'p-timeout'
import type { Bus } from './bus.ts'
import { systemClock } from './clock.ts'
import { databaseErrorCode } from './db/database-error.ts'
import type { Logger } from './log.ts'
import { createOutage } from './outage.ts'

const EXPORT_TIMEOUT_MS = 5_000
/** An unreachable receiver must not keep the server from stopping. */
const STOP_WITHIN_MS = 2_000

/**
 * OpenTelemetry traces of calls, database statements and bus messages. A span has a route, a statement with
 * placeholders or the kind of a message, but never an address, a parameter, a token or the id of a player.
 */
export interface Traces {
  /** Adds the hooks that give each call a span. */
  traceCalls(server: FastifyInstance): void
  /** Takes each statement after it has run. For the `log` of Kysely. */
  traceStatement(event: LogEvent): void
  /** The same bus, with a span for each message that is published or received. */
  traceBus(bus: Bus): Bus
  /** Sends the remaining spans. */
  stop(): Promise<void>
}

interface TracesDeps {
  /** Where the receiver is; spans go to `/v1/traces` there. */
  endpoint: string
  version: string
  /** The name of this process; null for a random one. */
  nodeName: string | null
  log: Logger
}

/**
 * Sends traces over OTLP (HTTP, JSON). Import this module only if traces are wanted: it loads the SDK, and tracing
 * slows down what it wraps. The SDK also reads the other variables of the standard, such as OTEL_TRACES_SAMPLER.
 */
export function openTraces({ endpoint, version, nodeName, log }: TracesDeps): Traces {
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({
      'service.name': 'quizmaster',
      'service.version': version,
      'service.instance.id': nodeName ?? randomUUID(),
    }),
    spanProcessors: [new BatchSpanProcessor(openExporter(endpoint, log))],
  })
  const tracer = provider.getTracer('quizmaster', version)
  /** The span of the call being answered, the parent of the spans of its statements and messages. */
  const current = new AsyncLocalStorage<Context>()
  const start = (name: string, kind: SpanKind, attributes: Attributes, startTime = Date.now()): Span =>
    tracer.startSpan(name, { kind, attributes, startTime }, current.getStore() ?? ROOT_CONTEXT)

  return {
    traceCalls(server) {
      const spans = new WeakMap<FastifyRequest, Span>()
      const continueIn = (request: FastifyRequest, next: () => void) => {
        const span = spans.get(request)
        if (span) current.run(trace.setSpan(ROOT_CONTEXT, span), next)
        else next()
      }
      server.addHook('onRequest', (request, _reply, done) => {
        const { url = 'none' } = request.routeOptions
        const attributes = { 'http.request.method': request.method, 'http.route': url }
        spans.set(request, start(`${request.method} ${url}`, SpanKind.SERVER, attributes))
        continueIn(request, done)
      })
      // The body arrives in events of the connection, outside the context that the first hook has set.
      server.addHook('preValidation', (request, _reply, done) => continueIn(request, done))
      server.addHook('onResponse', (request, reply, done) => {
        const span = spans.get(request)
        span?.setAttribute('http.response.status_code', reply.statusCode)
        if (reply.statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR })
        span?.end()
        done()
      })
    },
    traceStatement(event) {
      const { query, queryDurationMillis } = event
      const endTime = Date.now()
      const [operation = ''] = /[a-z]+/i.exec(query.sql) ?? []
      const attributes = { 'db.system.name': 'postgresql', 'db.query.text': query.sql }
      const span = start(operation.toLowerCase(), SpanKind.CLIENT, attributes, endTime - queryDurationMillis)
      if (event.level === 'error') {
        // Its message may quote a value.
        span.setAttribute('error.type', databaseErrorCode(event.error) ?? 'other')
        span.setStatus({ code: SpanStatusCode.ERROR })
      }
      span.end(endTime)
    },
    traceBus(bus) {
      // What follows the colon is the id of a player, a stage or a game.
      const attributesOf = (topic: string) => ({ 'messaging.destination.name': topic.split(':')[0] ?? '' })
      return {
        ...bus,
        publish(topic, message) {
          const span = start('publish', SpanKind.PRODUCER, attributesOf(topic))
          bus.publish(topic, message)
          span.end()
        },
        publishLocalFirst(topics, message) {
          const span = start('publish', SpanKind.PRODUCER, attributesOf(topics[0] ?? ''))
          bus.publishLocalFirst(topics, message)
          span.end()
        },
        subscribe: (topic, listener) =>
          bus.subscribe(topic, (message) => {
            const span = start('receive', SpanKind.CONSUMER, attributesOf(topic))
            listener(message)
            span.end()
          }),
      }
    },
    async stop() {
      // Rejects if the last spans can't be sent, which the exporter has logged.
      const stopped = provider.shutdown().catch(() => undefined)
      await pTimeout(stopped, { milliseconds: STOP_WITHIN_MS, fallback: () => undefined })
    },
  }
}

/** Spans that can't be sent are dropped, which is logged once for each outage. */
function openExporter(endpoint: string, log: Logger): SpanExporter {
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, timeoutMillis: EXPORT_TIMEOUT_MS })
  const outage = createOutage({ log, clock: systemClock }, { begun: 'traces_outage', ended: 'traces_outage_over' })
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        if (result.error) outage.failed({ reason: result.error.message })
        else outage.worked()
        done(result)
      }),
    forceFlush: () => exporter.forceFlush(),
    shutdown: () => exporter.shutdown(),
  }
}
