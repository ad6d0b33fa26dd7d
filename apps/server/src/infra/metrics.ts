import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

/** Read from the database, so every process has the same number: take the maximum, never the sum. */
const SHARED = 'Every process reports the same number: take the maximum, not the sum'

export type Metrics = ReturnType<typeof createMetrics>

/** How an answer was given. */
export type AnswerKind = 'game' | 'practice' | 'daily'

/** The Prometheus metrics of one process. `createUpdateGauges` sets the gauges when they are read. */
export function createMetrics() {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })

  const counter = <Label extends string = never>(name: string, help: string, labelNames: Label[] = []) =>
    new Counter({ name: `quizmaster_${name}`, help, labelNames, registers })
  const gauge = <Label extends string = never>(name: string, help: string, labelNames: Label[] = []) =>
    new Gauge({ name: `quizmaster_${name}`, help, labelNames, registers })
  const histogram = <Label extends string = never>(
    name: string,
    help: string,
    buckets: number[],
    labelNames: Label[] = [],
  ) => new Histogram({ name: `quizmaster_${name}`, help, buckets, labelNames, registers })

  const metrics = {
    registry,
    httpSeconds: histogram(
      'http_seconds',
      'Time to answer an HTTP call',
      [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 5],
      ['method', 'route', 'status'],
    ),
    limitedRequests: counter('limited_requests_total', 'Requests refused because their client address made too many', [
      'limit',
    ]),
    rateLimitsHit: counter('rate_limits_hit_total', 'Requests refused by a limit that is kept in the database', [
      'limit',
    ]),
    complaints: counter('complaints_total', 'Complaints about questions, without repeated ones', ['reporter']),
    quarantinedQuestions: counter('questions_held_total', 'Questions that complaints took out of circulation'),
    reviewsDue: counter(
      'question_reviews_due_total',
      'Questions that an operator has to review, because complaints may not quarantine more of the topic',
    ),
    paymentWebhooks: counter('payment_webhooks_total', 'Webhook deliveries from the payment provider', ['outcome']),
    paymentAlarms: counter('payment_alarms_total', 'Payments that an operator has to check', ['kind']),
    budgetSpent: counter('budget_spent_total', 'Mails sent and failed attempts to sign in', ['budget']),
    budgetExceeded: counter(
      'budget_exceeded_total',
      'Mails sent and failed attempts to sign in over the budget of an hour',
      ['budget'],
    ),

    answerSeconds: histogram(
      'answer_seconds',
      'Time from the arrival of an accepted answer to its commit; its count is the number of answers',
      [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5],
      ['kind'],
    ),
    updateDelaySeconds: histogram(
      'update_delay_seconds',
      'Time from saving a change of a game to sending its update to a player; answers wait up to 0.25 s for others, and up to 0.5 s on a busy process',
      [0.005, 0.02, 0.05, 0.1, 0.25, 0.3, 0.5, 1, 2, 5],
    ),
    signInCodes: counter('sign_in_codes_total', 'Sign-in codes issued'),
    signInAttempts: counter('sign_in_attempts_total', 'Attempts to sign in with a code', ['outcome']),
    mailsSent: counter('mails_sent_total', 'Mails that the mail server accepted'),
    mailFailures: counter('mail_failures_total', 'Attempts to send a mail that failed'),
    mailsRefused: counter('mails_refused_total', 'Mails that a working mail server refused, each counted once'),
    taskSucceededAt: gauge(
      'task_last_success_timestamp_seconds',
      'When a background task of this process last finished without an error, or was started',
      ['task'],
    ),
    taskFailures: counter('task_failures_total', 'Runs of a background task that failed', ['task']),

    buildInfo: gauge('build_info', 'Always 1; the labels say what is running', ['version', 'commit', 'node']),
    sockets: gauge('sockets', 'Connected sockets of this process', ['service', 'transport']),
    busUp: gauge('bus_up', '1 while messages between the processes arrive, else 0'),
    databaseUp: gauge('database_up', '1 if the database answered this process within 2 s, else 0'),
    databaseConnections: gauge('database_connections', 'Connections of this process to PostgreSQL', ['state']),
    databaseConnectionsMax: gauge('database_connections_max', 'The most connections this process opens to PostgreSQL'),
    databaseWaiting: gauge('database_waiting', 'Statements of this process that wait for a connection to PostgreSQL'),
    games: gauge('games', `Games with players in them. ${SHARED}`, ['status']),
    playersInGames: gauge('players_in_games', `Players in games. ${SHARED}`, ['status']),
    sweepLagSeconds: gauge('sweep_lag_seconds', `How late the most overdue game is, else 0. ${SHARED}`),
    mailsQueued: gauge('mails_queued', `Mails that have not been sent. ${SHARED}`),
    mailOldestSeconds: gauge('mail_oldest_seconds', `Age of the oldest queued mail that was not refused. ${SHARED}`),
    paymentsDue: gauge('payments_due', `Customers due to be checked with the payment provider. ${SHARED}`),
    paymentLagSeconds: gauge('payment_lag_seconds', `How late the most overdue of them is, else 0. ${SHARED}`),
    checkoutsOpen: gauge('checkouts_open', `Checkouts of the last day with no outcome yet. ${SHARED}`),
  }
  // From 0: Prometheus sees no increase in a counter that begins at 1.
  for (const limit of ['calls', 'requests']) metrics.limitedRequests.inc({ limit }, 0)
  for (const kind of ['payment_mismatch', 'payment_needs_refund']) metrics.paymentAlarms.inc({ kind }, 0)
  for (const outcome of ['bad_signature', 'failed']) metrics.paymentWebhooks.inc({ outcome }, 0)
  for (const outcome of ['accepted', 'refused']) metrics.signInAttempts.inc({ outcome }, 0)
  for (const kind of ['game', 'practice', 'daily'] as const) metrics.answerSeconds.zero({ kind })
  return metrics
}

/** Times an answer. A refused one is not counted. */
export async function timeAnswer<Result>(
  { answerSeconds }: Pick<Metrics, 'answerSeconds'>,
  kind: AnswerKind,
  answer: () => Promise<Result>,
): Promise<Result> {
  const startedAtMs = performance.now()
  const result = await answer()
  answerSeconds.observe({ kind }, (performance.now() - startedAtMs) / 1000)
  return result
}
