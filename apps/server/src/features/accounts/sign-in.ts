import { randomInt, timingSafeEqual } from 'node:crypto'
import { emailKey } from '@quizmaster/contract/email'
import { MESSAGES } from '@quizmaster/contract/messages'
import type { Kysely } from 'kysely'
import { inTransaction } from '../../infra/db/transaction.ts'
import type { Tables } from '../../infra/db/tables.ts'
import type { RateLimiter } from '../../infra/rate-limit.ts'
import type { Secrets } from '../../infra/secrets.ts'
import { fieldRefusal, rateLimitedField } from '../../refusal.ts'
import { openSession } from './sessions.ts'
import { findOrCreateUser, type UserDeps } from './users.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const CODE_LIFE_MS = 10 * MINUTE_MS
const TRIES_AN_ADDRESS = 5
const TRIES_IN_ALL = 20

export interface SignInDeps extends UserDeps {
  secrets: Secrets
  limiter: RateLimiter
  /** Told after a code has been committed, so that its mail leaves at once. */
  codeStored(): void
}

interface CodeRequest {
  email: string
  address: string
}

/**
 * Draws a six-digit code, good for 10 minutes, and queues its mail; an older code dies. Known and unknown addresses
 * take the same path (contract 4). @throws rate_limited under `email`
 */
export async function requestCode(deps: SignInDeps, request: CodeRequest): Promise<void> {
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const waitMs = await inTransaction(deps.db, async (db) => {
    const fullForMs = await deps.limiter.take(db, codeLimits(request))
    if (fullForMs === 0) await storeCode(deps, db, request.email, code)
    return fullForMs
  })
  if (waitMs > 0) throw rateLimitedField('email', waitMs)
  deps.codeStored()
}

/** Contract 4: one in 30 s, 5 an hour an e-mail and client address, 20 an hour an e-mail, 200 an hour an address. */
function codeLimits({ email, address }: CodeRequest) {
  const [here, anywhere] = codeLimitKeys({ email, address })
  return [
    { key: here, max: 1, windowMs: 30_000 },
    { key: here, max: 5, windowMs: HOUR_MS },
    { key: anywhere, max: 20, windowMs: HOUR_MS },
    { key: `code-from:${address}`, max: 200, windowMs: HOUR_MS },
  ]
}

/** Under which codes for an e-mail are counted: those asked for from one client address, and all. */
export function codeLimitKeys({ email, address }: CodeRequest): [here: string, anywhere: string] {
  const key = emailKey(email)
  return [`code:${key}:${address}`, `code:${key}`]
}

async function storeCode(deps: SignInDeps, db: Kysely<Tables>, email: string, code: string): Promise<void> {
  const now = deps.clock.now()
  const fresh = {
    email,
    code_hash: hashOf(deps, emailKey(email), code),
    created_at: now,
    expires_at: now + CODE_LIFE_MS,
    tries_left: TRIES_IN_ALL,
    tries_by_address: '{}',
    sealed_code: deps.secrets.seal('sign-in mail', code),
    mail_attempts: 0,
    mail_due_at: now,
  }
  await db
    .insertInto('sign_in_code')
    .values({ email_key: emailKey(email), ...fresh })
    .onConflict((conflict) => conflict.column('email_key').doUpdateSet(fresh))
    .execute()
}

interface CodeAttempt extends CodeRequest {
  code: string
  device: string
}

/**
 * Trades a code for a bearer token. Wrong, old, used and exhausted codes are refused alike; a right code of an address
 * without an account makes the account. @throws 422 `code`, rate_limited under `code`
 */
export async function verifyCode(deps: SignInDeps, attempt: CodeAttempt): Promise<string> {
  const failures = { key: `failed-try:${attempt.address}`, max: 60, windowMs: HOUR_MS }
  const outcome = await inTransaction(deps.db, async (db) => {
    const fullForMs = await deps.limiter.waitMs(db, failures)
    if (fullForMs > 0) return { waitMs: fullForMs }
    if (await spendCode(deps, db, attempt)) {
      const scoped = { ...deps, db }
      const userId = await findOrCreateUser(scoped, attempt.email)
      return { token: await openSession(scoped, userId, attempt.device) }
    }
    await deps.limiter.hit(db, failures.key)
    return {}
  })
  if (outcome.waitMs) throw rateLimitedField('code', outcome.waitMs)
  if (!outcome.token) throw fieldRefusal('code', MESSAGES.codeInvalid)
  return outcome.token
}

/** True when the code is right; then it is used up. A wrong one costs a try of 5 an address and 20 in all. */
async function spendCode(deps: SignInDeps, db: Kysely<Tables>, attempt: CodeAttempt): Promise<boolean> {
  const key = emailKey(attempt.email)
  const row = await db
    .selectFrom('sign_in_code')
    .selectAll()
    .where('email_key', '=', key)
    .forUpdate()
    .executeTakeFirst()
  const tried = hashOf(deps, key, attempt.code)
  if (!row || row.expires_at <= deps.clock.now()) return false
  const from = deps.secrets.mac('client address', attempt.address).toString('base64url')
  const triesHere = row.tries_by_address[from] ?? 0
  if (row.tries_left === 0 || triesHere >= TRIES_AN_ADDRESS) return false
  if (timingSafeEqual(row.code_hash, tried)) {
    await db.deleteFrom('sign_in_code').where('email_key', '=', key).execute()
    return true
  }
  await db
    .updateTable('sign_in_code')
    .set({
      tries_left: row.tries_left - 1,
      tries_by_address: JSON.stringify({ ...row.tries_by_address, [from]: triesHere + 1 }),
    })
    .where('email_key', '=', key)
    .execute()
  return false
}

function hashOf(deps: SignInDeps, key: string, code: string): Buffer {
  return deps.secrets.mac('sign-in code', `${key}\n${code}`)
}
