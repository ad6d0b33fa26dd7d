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
/** Error codes of a mail server that works but refuses this mail, because of its address or its content. */
const MAIL_REFUSED_CODES: ReadonlySet<string> = new Set(['EENVELOPE', 'EMESSAGE'])

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
  metrics: Pick<Metrics, 'mailsSent' | 'mailFailures'>
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

/** How many mails are waiting to be sent, and the age of the oldest one in ms; 0 if there are none. */
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
      (row) => row.fn.min('expires_at').as('expires_at'),
    ])
    .where('expires_at', '>', now)
    .groupBy('kind')
    .execute()
  return {
    queued: kinds.reduce((sum, { queued }) => sum + queued, 0),
    oldestMs: Math.max(0, ...kinds.map(({ kind, expires_at }) => now - (expires_at - lifetimeMs(kind)))),
  }
}

interface ClaimedMail {
  id: string
  email: string
  sealed_details: Uint8Array
  attempts: number
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
    .returning(['id', 'email', 'sealed_details', 'attempts'])
    .execute()
}

async function sendOne(deps: MailQueueDeps, mail: ClaimedMail): Promise<void> {
  const details = JSON.parse(deps.secrets.open(PURPOSE, Buffer.from(mail.sealed_details))) as MailDetails
  const to = maskEmail(mail.email)
  try {
    await deps.mailer.send({ to: mail.email, ...mailText(details, deps.publicUrl) })
  } catch (error) {
    deps.metrics.mailFailures.inc()
    const retryMs = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** (mail.attempts - 1))
    await deps.db
      .updateTable('queued_mail')
      .set({ due_at: deps.clock.now() + retryMs })
      .where('id', '=', mail.id)
      .execute()
    const reason = (error as NodeJS.ErrnoException).code ?? 'unknown'
    if (!MAIL_REFUSED_CODES.has(reason)) {
      deps.outage.failed({ reason })
      return
    }
    deps.outage.worked()
    deps.log.warn({ msg: 'mail_not_sent', kind: details.kind, to, retryMs, reason })
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
