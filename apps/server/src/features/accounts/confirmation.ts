import { MESSAGES } from '@quizmaster/contract/messages'
import { inTransaction } from '../../infra/db/transaction.ts'
import type { SpendBudget } from '../../infra/hourly-budget.ts'
import { fieldRefusal } from '../../refusal.ts'
import { type MailedCodeDeps, matchCode } from './mailed-codes.ts'
import type { Session, SessionDeps } from './sessions.ts'

export interface ConfirmationDeps extends SessionDeps, MailedCodeDeps {
  spendBudget: SpendBudget
}

export interface Confirmation {
  /** The account's e-mail address. */
  email: string
  /** The client address. */
  address: string
  code: string | undefined
}

/**
 * Requires a code mailed to the caller's e-mail address, so that a stolen session is not enough. Attempts count as at
 * sign-in. Returns the id of the code, which the caller deletes once it has done its work.
 * @throws 422 `code`, rate_limited under `code`
 */
export async function requireConfirmation(
  deps: ConfirmationDeps,
  session: Session,
  { email, address, code }: Confirmation,
): Promise<string> {
  if (code === undefined) throw fieldRefusal('code', MESSAGES.codeRequired)
  const origin = { email, address, deviceToken: undefined, userId: session.userId }
  const codeId = await inTransaction(deps.db, (trx) => matchCode(deps, trx, origin, code))
  if (codeId !== null) return codeId
  await deps.spendBudget('failed_sign_ins')
  throw fieldRefusal('code', MESSAGES.codeInvalid)
}
