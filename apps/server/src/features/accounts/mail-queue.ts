import { randomUUID } from 'node:crypto'
import { emailKey } from '@quizmaster/contract/email'
import type { Kysely } from 'kysely'
import { type Clock, DAY_MS, MINUTE_MS } from '../../infra/clock.ts'
import type { Tables } from '../../infra/db/tables.ts'
import type { MailKind } from '../../infra/db/tables/accounts.ts'
import type { SpendBudget } from '../../infra/hourly-budget.ts'
import { type Logger, maskEmail } from '../../infra/log.ts'
import type { Mailer } from '../../infra/mail.ts'
import type { Metrics } from '../../infra/metrics.ts'
import type { Outage } from '../../infra/outage.ts'
import type { Secrets } from '../../infra/secrets.ts'
import { type MailDetails, mailText } from './mail-text.ts'

const BATCH = 20
/** Longer than the mail server's timeout. */
const CLAIM_MS = 30_000
const FIRST_RETRY_MS = 1_000
const LONGEST_RETRY_MS = 30_000
const PURPOSE = 'queued mail'
/** Error codes of a mail server that works but refuses a mail. */
const MAIL_REFUSED_CODES: ReadonlySet<string> = new Set(['EENVELOPE', 'EMESSAGE'])
/** "Service not available": the mail server is closing the connection. */
const CLOSING = 421

/** How long a code can be used. */
export const CODE_LIFETIME_MS = 10 * MINUTE_MS
/** Longer than a mail server is usually down. */
const NOTICE_LIFETIME_MS = DAY_MS

/** After this time a mail is no longer worth sending. */
function lifetimeMs(kind: MailKind): number {
  return kind === 'sign_in_code' ? CODE_LIFETIME_MS : NOTICE_LIFETIME_MS
}

interface NewMail {
  email: string
  details: MailDetails
  /** The code in the mail: once it is used or replaced, the mail isn't sent. */
  codeId?: string
}

/** Queues a mail in a transaction. Its details are encrypted. */
export async function queueMail(
  { clock, secrets }: { clock: Clock; secrets: Secrets },
  trx: Kysely<Tables>,
  { email, details, codeId }: NewMail,
): Promise<void> {
  await trx
    .insertInto('queued_mail')
    .values({
      id: randomUUID(),
      code_id: codeId ?? null,
      email_key: emailKey(email),
      email,
      kind: details.kind,
      sealed_details: secrets.seal(PURPOSE, JSON.stringify(details)),
      due_at: clock.now(),
      expires_at: clock.now() + lifetimeMs(details.kind),
    })
    .execute()
}

export interface MailQueueDeps {
  db: Kysely<Tables>
  clock: Clock
  secrets: Secrets
  mailer: Mailer
  log: Logger
  metrics: Pick<Metrics, 'mailsSent' | 'mailFailures' | 'mailsRefused'>
  /** Of the mail server. */
  outage: Outage
  publicUrl: string
  spendBudget: SpendBudget
  /** Whether codes are logged. Only if mails go to the outbox folder, for trying the product out (contract 1). */
  logsCodes: boolean
}

/** Sends up to 20 due mails and returns how many it claimed. Safe to run on several processes. */
export async function sendDueMails(deps: MailQueueDeps): Promise<number> {
  const claimed = await claimDue(deps)
  await Promise.all(claimed.map((mail) => sendOne(deps, mail)))
  return claimed.length
}

/**
 * How many mails are waiting to be sent, and the age in ms of the oldest one that the mail server has not refused; 0 if
 * there are none. A mail that is refused says nothing about the others.
 */
export async function measureMailQueue({
  db,
  clock,
}: Pick<MailQueueDeps, 'db' | 'clock'>): Promise<{ queued: number; oldestMs: number }> {
  const now = clock.now()
  const kinds = await db
    .selectFrom('queued_mail')
    .select([
      'kind',
      (row) => row.fn.countAll<number>().as('queued'),
      (row) => row.fn.min('expires_at').filterWhere('is_refused', '=', false).as('expires_at'),
    ])
    .where('expires_at', '>', now)
    .groupBy('kind')
    .execute()
  return {
    queued: kinds.reduce((sum, { queued }) => sum + queued, 0),
    oldestMs: Math.max(0, ...kinds.map(({ kind, expires_at }) => now - ((expires_at ?? Infinity) - lifetimeMs(kind)))),
  }
}

interface ClaimedMail {
  id: string
  email: string
  sealed_details: Uint8Array
  attempts: number
  is_refused: boolean
}

/** Claims due mails for 30 s, so that another process retries them if this one dies. */
async function claimDue({ db, clock }: MailQueueDeps): Promise<ClaimedMail[]> {
  const now = clock.now()
  return db
    .updateTable('queued_mail')
    .set((row) => ({ attempts: row('attempts', '+', 1), due_at: now + CLAIM_MS }))
    .where('id', 'in', (query) =>
      query
        .selectFrom('queued_mail')
        .select('id')
        .where('due_at', '<=', now)
        .where('expires_at', '>', now)
        .orderBy('due_at')
        .limit(BATCH)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['id', 'email', 'sealed_details', 'attempts', 'is_refused'])
    .execute()
}

async function sendOne(deps: MailQueueDeps, mail: ClaimedMail): Promise<void> {
  const details = JSON.parse(deps.secrets.open(PURPOSE, Buffer.from(mail.sealed_details))) as MailDetails
  const to = maskEmail(mail.email)
  try {
    await deps.mailer.send({ to: mail.email, ...mailText(details, deps.publicUrl) })
  } catch (error) {
    await afterFailure(deps, mail, details.kind, error as SmtpError)
    return
  }
  deps.outage.worked()
  deps.metrics.mailsSent.inc()
  await deps.db.deleteFrom('queued_mail').where('id', '=', mail.id).execute()
  if (details.kind === 'sign_in_code') {
    deps.log.info({ msg: 'login_code', to, ...(deps.logsCodes ? { code: details.code } : {}) })
  } else {
    deps.log.info({ msg: 'mail_sent', kind: details.kind, to })
  }
  await deps.spendBudget('mails')
}

/** What the mail library adds to an error. */
interface SmtpError extends Error {
  code?: string
  /** The command that failed. */
  command?: string
  /** The reply of the mail server. */
  responseCode?: number
}

/** Deletes a mail that the mail server refuses for good; any other one is tried again. */
async function afterFailure(deps: MailQueueDeps, mail: ClaimedMail, kind: MailKind, error: SmtpError): Promise<void> {
  const { db, metrics, outage, log } = deps
  const { code = 'unknown', responseCode = 0 } = error
  const reason = responseCode === 0 ? code : `${code} ${responseCode}`
  const isRefused = refusesThisMail(error)
  metrics.mailFailures.inc()
  if (isRefused && !mail.is_refused) metrics.mailsRefused.inc()
  if (isRefused && responseCode >= 500) {
    await db.deleteFrom('queued_mail').where('id', '=', mail.id).execute()
    outage.worked()
    log.warn({ msg: 'mail_not_sent', kind, to: maskEmail(mail.email), retryMs: null, reason })
    return
  }
  const retryMs = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** (mail.attempts - 1))
  await db
    .updateTable('queued_mail')
    .set({ due_at: deps.clock.now() + retryMs, is_refused: isRefused })
    .where('id', '=', mail.id)
    .execute()
  if (!isRefused) {
    outage.failed({ reason })
    return
  }
  outage.worked()
  log.warn({ msg: 'mail_not_sent', kind, to: maskEmail(mail.email), retryMs, reason })
}

/**
 * Whether a mail server that works refuses a mail because of its recipient or its content. The sender is the same in
 * all mails, so a refused sender stops all of them.
 */
function refusesThisMail({ code = '', command, responseCode }: SmtpError): boolean {
  const isReply = responseCode !== undefined && responseCode !== CLOSING
  return isReply && MAIL_REFUSED_CODES.has(code) && command !== 'MAIL FROM'
}
