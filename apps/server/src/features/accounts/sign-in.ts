import { randomInt, timingSafeEqual } from 'node:crypto'
import { emailKey } from '@quizmaster/contract/email'
import { SIGN_IN_CODE_INTERVAL_MS, SIGN_IN_CODE_LENGTH } from '@quizmaster/contract/limits'
import { MESSAGES } from '@quizmaster/contract/messages'
import type { Kysely } from 'kysely'
import { HOUR_MS, MINUTE_MS } from '../../infra/clock.ts'
import { inTransaction } from '../../infra/db/transaction.ts'
import type { Tables } from '../../infra/db/tables.ts'
import { limitsByAddress, type RateLimiter } from '../../infra/rate-limit.ts'
import type { Secrets } from '../../infra/secrets.ts'
import { fieldRefusal } from '../../refusal.ts'
import { openSession } from './sessions.ts'
import { findOrCreateUser, type UserDeps } from './users.ts'

const CODE_LIFETIME_MS = 10 * MINUTE_MS
const ATTEMPTS_PER_ADDRESS = 5
const ATTEMPTS_IN_TOTAL = 20

export interface SignInDeps extends UserDeps {
  secrets: Secrets
  limiter: RateLimiter
  /** Called after a code is committed, so that its mail is sent at once. */
  codeStored(): void
}

interface CodeRequest {
  email: string
  address: string
}

/**
 * Creates a six-digit code, valid for 10 minutes, and queues its mail. It replaces an earlier code. Known and unknown
 * addresses are treated alike. @throws rate_limited under `email`
 */
export async function requestCode(deps: SignInDeps, request: CodeRequest): Promise<void> {
  const code = String(randomInt(10 ** SIGN_IN_CODE_LENGTH)).padStart(SIGN_IN_CODE_LENGTH, '0')
  await inTransaction(deps.db, async (db) => {
    await deps.limiter.take(db, codeLimits(request), { field: 'email' })
    await storeCode(deps, db, request.email, code)
  })
  deps.codeStored()
}

/** Per e-mail and client address one in 30 s and 5 an hour; 20 an hour per e-mail; 200 an hour per client address. */
function codeLimits({ email, address }: CodeRequest) {
  const [perAddress, perEmail] = codeLimitKeys({ email, address })
  return [
    { key: perAddress, max: 1, windowMs: SIGN_IN_CODE_INTERVAL_MS },
    { key: perAddress, max: 5, windowMs: HOUR_MS },
    { key: perEmail, max: 20, windowMs: HOUR_MS },
    ...limitsByAddress(address, (network) => ({ key: `code-from:${network}`, max: 200, windowMs: HOUR_MS })),
  ]
}

/** The limiter keys for codes sent to an e-mail: from one client address, and in total. */
export function codeLimitKeys({ email, address }: CodeRequest): [perAddress: string, perEmail: string] {
  const key = emailKey(email)
  return [`code:${key}:${address}`, `code:${key}`]
}

async function storeCode(deps: SignInDeps, db: Kysely<Tables>, email: string, code: string): Promise<void> {
  const now = deps.clock.now()
  const values = {
    email,
    code_hash: hashOf(deps, emailKey(email), code),
    created_at: now,
    expires_at: now + CODE_LIFETIME_MS,
    tries_left: ATTEMPTS_IN_TOTAL,
    tries_by_address: '{}',
    sealed_code: deps.secrets.seal('sign-in mail', code),
    mail_attempts: 0,
    mail_due_at: now,
  }
  await db
    .insertInto('sign_in_code')
    .values({ email_key: emailKey(email), ...values })
    .onConflict((conflict) => conflict.column('email_key').doUpdateSet(values))
    .execute()
}

interface CodeAttempt extends CodeRequest {
  code: string
  device: string
}

/**
 * Exchanges a code for a bearer token. Wrong, expired, used and exhausted codes get the same error. The first sign-in
 * with an address creates its account. @throws 422 `code`, rate_limited under `code`
 */
export async function verifyCode(deps: SignInDeps, attempt: CodeAttempt): Promise<string> {
  const failures = { key: `failed-try:${attempt.address}`, max: 60, windowMs: HOUR_MS }
  const token = await inTransaction(deps.db, async (db) => {
    await deps.limiter.check(db, failures, { field: 'code' })
    if (await spendCode(deps, db, attempt)) {
      const scoped = { ...deps, db }
      const userId = await findOrCreateUser(scoped, attempt.email)
      return openSession(scoped, userId, attempt.device)
    }
    await deps.limiter.hit(db, failures.key)
    return null
  })
  if (token === null) throw fieldRefusal('code', MESSAGES.codeInvalid)
  return token
}

/** True if the code is right, which uses it up. A wrong one uses an attempt: 5 per client address, 20 in total. */
async function spendCode(deps: SignInDeps, db: Kysely<Tables>, attempt: CodeAttempt): Promise<boolean> {
  const key = emailKey(attempt.email)
  const row = await db
    .selectFrom('sign_in_code')
    .selectAll()
    .where('email_key', '=', key)
    .forUpdate()
    .executeTakeFirst()
  const givenHash = hashOf(deps, key, attempt.code)
  if (!row || row.expires_at <= deps.clock.now()) return false
  const from = deps.secrets.mac('client address', attempt.address).toString('base64url')
  const attemptsHere = row.tries_by_address[from] ?? 0
  if (row.tries_left === 0 || attemptsHere >= ATTEMPTS_PER_ADDRESS) return false
  if (timingSafeEqual(row.code_hash, givenHash)) {
    await db.deleteFrom('sign_in_code').where('email_key', '=', key).execute()
    return true
  }
  await db
    .updateTable('sign_in_code')
    .set({
      tries_left: row.tries_left - 1,
      tries_by_address: JSON.stringify({ ...row.tries_by_address, [from]: attemptsHere + 1 }),
    })
    .where('email_key', '=', key)
    .execute()
  return false
}

function hashOf(deps: SignInDeps, key: string, code: string): Buffer {
  return deps.secrets.mac('sign-in code', `${key}\n${code}`)
}
