import type { Kysely, Updateable } from 'kysely'
import type { Clock } from '../../infra/clock.ts'
import type { SignInCodeTable, Tables } from '../../infra/db/tables.ts'
import { type Logger, maskEmail } from '../../infra/log.ts'
import type { Mailer } from '../../infra/mail.ts'
import type { Secrets } from '../../infra/secrets.ts'

const BATCH = 20
/** Longer than the mail server's timeout. */
const CLAIM_MS = 30_000
const FIRST_RETRY_MS = 1_000
const LONGEST_RETRY_MS = 30_000

export interface SignInMailDeps {
  db: Kysely<Tables>
  clock: Clock
  secrets: Secrets
  mailer: Mailer
  log: Logger
  /** Whether codes are logged: only if mails go to the outbox folder, to make trying the product out easy (contract 1). */
  logsCodes: boolean
}

/**
 * Sends up to 20 due mails and returns how many it claimed. The table of codes is the queue, so a code that was replaced,
 * used or has expired is never sent. Safe to run on several processes.
 */
export async function sendDueCodes(deps: SignInMailDeps): Promise<number> {
  const claimed = await claimDue(deps)
  await Promise.all(claimed.map((row) => sendOne(deps, row)))
  return claimed.length
}

interface ClaimedCode {
  email_key: string
  email: string
  created_at: number
  sealed_code: Uint8Array | null
  mail_attempts: number
}

/** Claims due rows for 30 s, so that another process retries them if this one dies. */
async function claimDue({ db, clock }: SignInMailDeps): Promise<ClaimedCode[]> {
  const now = clock.now()
  return db
    .updateTable('sign_in_code')
    .set((row) => ({ mail_attempts: row('mail_attempts', '+', 1), mail_due_at: now + CLAIM_MS }))
    .where('email_key', 'in', (query) =>
      query
        .selectFrom('sign_in_code')
        .select('email_key')
        .where('sealed_code', 'is not', null)
        .where('mail_due_at', '<=', now)
        .where('expires_at', '>', now)
        .orderBy('mail_due_at')
        .limit(BATCH)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['email_key', 'email', 'created_at', 'sealed_code', 'mail_attempts'])
    .execute()
}

async function sendOne(deps: SignInMailDeps, row: ClaimedCode): Promise<void> {
  if (!row.sealed_code) return
  const code = deps.secrets.open('sign-in mail', Buffer.from(row.sealed_code))
  const to = maskEmail(row.email)
  try {
    await deps.mailer.send({ to: row.email, subject: 'Your Quizmaster code', text: textOf(code) })
  } catch (error) {
    const retryMs = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** (row.mail_attempts - 1))
    await updateIfUnchanged(deps, row, { mail_due_at: deps.clock.now() + retryMs })
    deps.log.warn({
      msg: 'login_code_not_sent',
      to,
      retryMs,
      reason: (error as NodeJS.ErrnoException).code ?? 'unknown',
    })
    return
  }
  await updateIfUnchanged(deps, row, { sealed_code: null, mail_due_at: null })
  deps.log.info({ msg: 'login_code', to, ...(deps.logsCodes ? { code } : {}) })
}

/** Updates the row unless a newer code has replaced the mailed one. */
async function updateIfUnchanged(
  deps: SignInMailDeps,
  row: ClaimedCode,
  change: Updateable<SignInCodeTable>,
): Promise<void> {
  await deps.db
    .updateTable('sign_in_code')
    .set(change)
    .where('email_key', '=', row.email_key)
    .where('created_at', '=', row.created_at)
    .execute()
}

function textOf(code: string): string {
  return [
    `Your code for Quizmaster: ${code}`,
    '',
    'It is good for 10 minutes and works once.',
    'If you did not ask for it, you can ignore this mail.',
    '',
  ].join('\n')
}
