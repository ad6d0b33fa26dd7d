import { emailKey } from '@quizmaster/contract/email'
import { SIGN_IN_CODE_INTERVAL_MS } from '@quizmaster/contract/limits'
import { MESSAGES } from '@quizmaster/contract/messages'
import { HOUR_MS } from '../../infra/clock.ts'
import { inTransaction } from '../../infra/db/transaction.ts'
import type { SpendBudget } from '../../infra/hourly-budget.ts'
import type { Metrics } from '../../infra/metrics.ts'
import { limitsByAddress, type RateLimit } from '../../infra/rate-limit.ts'
import { fieldRefusal } from '../../refusal.ts'
import { deviceName } from './device-name.ts'
import { identifyRequester, type Origin, rememberDevice, type Requester } from './known-devices.ts'
import { queueMail } from './mail-queue.ts'
import { lockCodes, lockdownCodeLimits, matchCode, type MailedCodeDeps, storeCode } from './mailed-codes.ts'
import { openSession } from './sessions.ts'
import { findOrCreateUser, isAdminAddress, type UserDeps } from './users.ts'

export interface SignInDeps extends UserDeps, MailedCodeDeps {
  spendBudget: SpendBudget
  metrics: Pick<Metrics, 'signInCodes' | 'signInAttempts'>
  /** Called after a mail is committed to the queue, so that it is sent at once. */
  mailQueued(): void
}

/**
 * Mails a code to an e-mail address, for signing in and for confirming the deletion or export of the account. E-mail
 * addresses with and without an account are treated alike. @throws rate_limited under `email`
 */
export async function requestCode(deps: SignInDeps, origin: Origin): Promise<void> {
  await inTransaction(deps.db, async (trx) => {
    await lockCodes(trx, origin.email)
    const requester = await identifyRequester(deps, trx, origin)
    const lockdown = requester.isKnown ? [] : await lockdownCodeLimits(deps, trx, origin.email)
    await deps.limiter.take(trx, [...codeLimits(origin, requester), ...lockdown], { field: 'email' })
    await storeCode(deps, trx, origin.email, requester)
  })
  deps.metrics.signInCodes.inc()
  deps.mailQueued()
}

/**
 * Per e-mail address and requester, one in 30 s and 5 an hour. Strangers together get 20 an hour per e-mail address,
 * and 200 an hour per client address; devices that have signed in before have 10 of their own.
 */
function codeLimits({ email, address }: Origin, requester: Requester): RateLimit[] {
  const keys = codeLimitKeys(email, requester.key)
  const own = [
    { key: keys.requester, max: 1, windowMs: SIGN_IN_CODE_INTERVAL_MS },
    { key: keys.requester, max: 5, windowMs: HOUR_MS },
  ]
  if (requester.isKnown) return [...own, { key: keys.known, max: 10, windowMs: HOUR_MS }]
  return [
    ...own,
    { key: keys.strangers, max: 20, windowMs: HOUR_MS },
    ...limitsByAddress(address, (network) => ({ key: `code-from:${network}`, max: 200, windowMs: HOUR_MS })),
  ]
}

/**
 * The rate-limit keys for codes sent to an e-mail address: of one requester, of all strangers and of all known ones.
 */
export function codeLimitKeys(email: string, requesterKey: string) {
  const key = emailKey(email)
  return { requester: `code:${key}:${requesterKey}`, strangers: `code:${key}`, known: `code-known:${key}` }
}

interface CodeAttempt extends Origin {
  code: string
  /** The user agent. */
  device: string
}

/** What a sign-in gives: the bearer token of the session, and the token by which the device is known later. */
export interface SignedIn {
  token: string
  deviceToken: string
}

/**
 * Exchanges a code for a bearer token. Wrong, expired, used and exhausted codes get the same error. The first sign-in
 * with an address creates its account. An admin is notified by mail of a sign-in to their account.
 * @throws 422 `code`, rate_limited under `code`
 */
export async function verifyCode(deps: SignInDeps, attempt: CodeAttempt): Promise<SignedIn> {
  const signedIn = await inTransaction(deps.db, async (trx) => {
    const codeId = await matchCode(deps, trx, attempt, attempt.code)
    if (codeId === null) return null
    await trx.deleteFrom('mailed_code').where('id', '=', codeId).execute()
    const scoped = { ...deps, db: trx }
    const userId = await findOrCreateUser(scoped, attempt.email)
    const token = await openSession(scoped, userId, attempt.device)
    if (isAdminAddress(deps, emailKey(attempt.email))) {
      const details = { kind: 'admin_sign_in', device: deviceName(attempt.device), at: deps.clock.now() } as const
      await queueMail(deps, trx, { email: attempt.email, details })
    }
    return { token, deviceToken: await rememberDevice(deps, trx, userId, attempt) }
  })
  deps.metrics.signInAttempts.inc({ outcome: signedIn ? 'accepted' : 'refused' })
  if (signedIn === null) {
    await deps.spendBudget('failed_sign_ins')
    throw fieldRefusal('code', MESSAGES.codeInvalid)
  }
  deps.mailQueued()
  return signedIn
}
