import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client'

export interface Metrics {
  registry: Registry
  /** Seconds an HTTP call took, by route and status. */
  httpSeconds: Histogram<'method' | 'route' | 'status'>
  /** Complaints about questions; the same one again doesn't count. */
  complaints: Counter<'reporter'>
  /** Questions that complaints took out of circulation. */
  heldQuestions: Counter
  /** Deliveries of the payment provider, by how they ended. */
  paymentWebhooks: Counter<'outcome'>
  /** Payments that a person has to look at. */
  paymentAlarms: Counter<'kind'>
}

/** Prometheus metrics of one program. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  return {
    registry,
    httpSeconds: new Histogram({
      name: 'quizmaster_http_seconds',
      help: 'Time to answer an HTTP call',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 5],
      registers: [registry],
    }),
    complaints: new Counter({
      name: 'quizmaster_complaints_total',
      help: 'Complaints about questions',
      labelNames: ['reporter'],
      registers: [registry],
    }),
    heldQuestions: new Counter({
      name: 'quizmaster_questions_held_total',
      help: 'Questions that complaints took out of circulation',
      registers: [registry],
    }),
    paymentWebhooks: new Counter({
      name: 'quizmaster_payment_webhooks_total',
      help: 'Deliveries of the payment provider',
      labelNames: ['outcome'],
      registers: [registry],
    }),
    paymentAlarms: new Counter({
      name: 'quizmaster_payment_alarms_total',
      help: 'Payments that a person has to look at',
      labelNames: ['kind'],
      registers: [registry],
    }),
  }
}
