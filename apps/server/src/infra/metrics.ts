import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client'

export interface Metrics {
  registry: Registry
  /** Duration of HTTP calls in seconds, by route and status. */
  httpSeconds: Histogram<'method' | 'route' | 'status'>
  /** Requests refused by the limits of a client address: of calls, or of requests of any kind. */
  limitedRequests: Counter<'limit'>
  /** Complaints about questions, without repetitions of the same one. */
  complaints: Counter<'reporter'>
  /** Questions that complaints took out of circulation. */
  quarantinedQuestions: Counter
  /** Questions that complaints would have taken out, if not for the limit per topic. */
  reviewsDue: Counter
  /** Webhook deliveries of the payment provider, by outcome. */
  paymentWebhooks: Counter<'outcome'>
  /** Payments that need an operator's attention. */
  paymentAlarms: Counter<'kind'>
  /** Mails that were sent and attempts to sign in that failed. */
  budgetSpent: Counter<'budget'>
  /** Those over the budget of an hour. */
  budgetExceeded: Counter<'budget'>
}

/** The Prometheus metrics of one process. */
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
    limitedRequests: new Counter({
      name: 'quizmaster_limited_requests_total',
      help: 'Requests refused because their client address made too many',
      labelNames: ['limit'],
      registers: [registry],
    }),
    complaints: new Counter({
      name: 'quizmaster_complaints_total',
      help: 'Complaints about questions',
      labelNames: ['reporter'],
      registers: [registry],
    }),
    quarantinedQuestions: new Counter({
      name: 'quizmaster_questions_held_total',
      help: 'Questions that complaints took out of circulation',
      registers: [registry],
    }),
    reviewsDue: new Counter({
      name: 'quizmaster_question_reviews_due_total',
      help: 'Questions that an operator has to review, because complaints may not take more of the topic out',
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
    budgetSpent: new Counter({
      name: 'quizmaster_budget_spent_total',
      help: 'Mails sent and failed attempts to sign in',
      labelNames: ['budget'],
      registers: [registry],
    }),
    budgetExceeded: new Counter({
      name: 'quizmaster_budget_exceeded_total',
      help: 'Mails sent and failed attempts to sign in over the budget of an hour',
      labelNames: ['budget'],
      registers: [registry],
    }),
  }
}
