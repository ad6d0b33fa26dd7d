import { randomInt, randomUUID, timingSafeEqual } from 'node:crypto'
import { emailKey } from '@quizmaster/contract/email'
import { SIGN_IN_CODE_LENGTH } from '@quizmaster/contract/limits'
import { MESSAGES } from '@quizmaster/contract/messages'
import { type Kysely, sql, type Transaction } from 'kysely'
import { type Clock, HOUR_MS, MINUTE_MS } from '../../infra/clock.ts'
import type { Tables } from '../../infra/db/tables.ts'
import { holdLock } from '../../infra/db/transaction.ts'
import { limitsByAddress, type RateLimit, type RateLimiter } from '../../infra/rate-limit.ts'
import type { Secrets } from '../../infra/secrets.ts'
import { Refusal } from '../../refusal.ts'
import { identifyRequester, type Origin, type Requester } from './known-devices.ts'
import { CODE_LIFETIME_MS, queueMail } from './mail-queue.ts'

const MAX_LIVE_CODES = 3
const ATTEMPTS = 5
const ATTEMPTS_WINDOW_MS = 10 * MINUTE_MS
/** After this many failures without a success, strangers get one code and 5 attempts an hour. */
const FAILURES_BEFORE_LOCKDOWN = 100
const LOCKDOWN_ATTEMPTS_AN_HOUR = 5
/** From one client address, for all e-mail addresses together. */
const FAILURES_BY_ADDRESS_AN_HOUR = 1_000

/** An account of the app stores' reviewers, who have no access to its mailbox. */
export interface Reviewer {
  email: string
  /** The code of every request for this address, instead of a random one. It is not mailed. */
  code: string
}

export interface MailedCodeDeps {
  reviewer: Reviewer | null
  clock: Clock
  secrets: Secrets
  limiter: RateLimiter
}

/** Serializes everything that concerns the codes of an e-mail address until the transaction ends. */
export async function lockCodes(trx: Transaction<Tables>, email: string): Promise<void> {
  await holdLock(trx, `codes:${emailKey(email)}`)
}

/**
 * Stores a new six-digit code for a requester, valid for 10 minutes, and queues its mail. It replaces only the
 * requester's own code. An e-mail address has at most 3 codes: if 3 others are live, a stranger is refused, and a known
 * requester replaces a stranger's code, or else the oldest. The reviewers' address gets its fixed code, and no mail.
 * Call it with the codes locked. @throws rate_limited under `email`
 */
export async function storeCode(
  deps: MailedCodeDeps,
  trx: Transaction<Tables>,
  email: string,
  requester: Requester,
): Promise<void> {
  const now = deps.clock.now()
  const requesterHash = hashOfRequester(deps, requester)
  await makeRoom(deps, trx, email, requester)
  await trx
    .deleteFrom('mailed_code')
    .where('email_key', '=', emailKey(email))
    .where('requester', '=', requesterHash)
    .execute()
  const id = randomUUID()
  const fixedCode = fixedCodeOf(deps, email)
  const code = fixedCode ?? randomCode()
  await trx
    .insertInto('mailed_code')
    .values({
      id,
      email_key: emailKey(email),
      requester: requesterHash,
      is_known: requester.isKnown,
      code_hash: hashOfCode(deps, email, code),
      created_at: now,
      expires_at: now + CODE_LIFETIME_MS,
    })
    .execute()
  if (fixedCode !== null) return
  await queueMail(deps, trx, { email, codeId: id, details: { kind: 'sign_in_code', code } })
}

/** Null for every address but the reviewers'. */
function fixedCodeOf({ reviewer }: MailedCodeDeps, email: string): string | null {
  return reviewer !== null && emailKey(reviewer.email) === emailKey(email) ? reviewer.code : null
}

function randomCode(): string {
  return String(randomInt(10 ** SIGN_IN_CODE_LENGTH)).padStart(SIGN_IN_CODE_LENGTH, '0')
}

async function makeRoom(
  deps: MailedCodeDeps,
  trx: Transaction<Tables>,
  email: string,
  requester: Requester,
): Promise<void> {
  const now = deps.clock.now()
  const others = await trx
    .selectFrom('mailed_code')
    .select(['id', 'is_known', 'expires_at'])
    .where('email_key', '=', emailKey(email))
    .where('requester', '!=', hashOfRequester(deps, requester))
    .where('expires_at', '>', now)
    .orderBy('created_at')
    .execute()
  const [oldest] = others
  if (!oldest || others.length < MAX_LIVE_CODES) return
  if (!requester.isKnown) {
    const fields = { email: [MESSAGES.tooManyAttempts] }
    throw new Refusal('rate_limited', { fields, retryAfterMs: oldest.expires_at - now })
  }
  const replaced = others.find((code) => !code.is_known) ?? oldest
  await trx.deleteFrom('mailed_code').where('id', '=', replaced.id).execute()
}

/**
 * The limit for strangers' codes after 100 failed attempts at an e-mail address without a success: one an hour. No
 * limit before that.
 */
export async function lockdownCodeLimits(
  deps: MailedCodeDeps,
  db: Kysely<Tables>,
  email: string,
): Promise<RateLimit[]> {
  if (!(await isLockedDown(deps, db, email))) return []
  return [{ key: `lockdown-code:${emailKey(email)}`, max: 1, windowMs: HOUR_MS }]
}

async function isLockedDown(deps: MailedCodeDeps, db: Kysely<Tables>, email: string): Promise<boolean> {
  const row = await db
    .selectFrom('failed_sign_in')
    .select('failures')
    .where('email_hash', '=', hashOfEmail(deps.secrets, email))
    .executeTakeFirst()
  return (row?.failures ?? 0) >= FAILURES_BEFORE_LOCKDOWN
}

/**
 * Compares an attempt with every live code of the e-mail address. Returns the id of the matching code, which stays
 * valid until it is deleted, or null. Failures count for the requester (5 in 10 minutes, then nothing is compared), for
 * the e-mail address and, for strangers, for the client address. Commit the transaction even after a failure, so that
 * it counts.
 * @throws rate_limited under `code` after 1,000 failures an hour from one client address
 */
export async function matchCode(
  deps: MailedCodeDeps,
  trx: Transaction<Tables>,
  origin: Origin,
  code: string,
): Promise<string | null> {
  const { limiter } = deps
  await lockCodes(trx, origin.email)
  const requester = await identifyRequester(deps, trx, origin)
  const addressLimits = requester.isKnown ? [] : failureLimits(origin.address)
  await limiter.check(trx, addressLimits, { field: 'code' })
  const ownLimits = attemptLimits(origin, requester)
  const lockdownLimits = requester.isKnown ? [] : await lockdownAttemptLimits(deps, trx, origin.email)
  const isCompared = !(await limiter.isReached(trx, [...ownLimits, ...lockdownLimits]))
  const found = isCompared ? await findCode(deps, trx, origin.email, code) : null
  if (found !== null) {
    await forgetFailures(deps, trx, origin.email)
    await limiter.forget(
      trx,
      ownLimits.map(({ key }) => key),
    )
    return found
  }
  for (const { key } of addressLimits) await limiter.hit(trx, key)
  if (!isCompared) return null
  for (const { key } of [...ownLimits, ...lockdownLimits]) await limiter.hit(trx, key)
  await countFailure(deps, trx, origin.email)
  return null
}

function failureLimits(clientAddress: string): RateLimit[] {
  return limitsByAddress(clientAddress, (network) => ({
    key: `failed-code-from:${network}`,
    max: FAILURES_BY_ADDRESS_AN_HOUR,
    windowMs: HOUR_MS,
  }))
}

/** 5 attempts in 10 minutes per e-mail address and requester. */
function attemptLimits({ email, address }: Origin, requester: Requester): RateLimit[] {
  const limit = (key: string) => ({
    key: `failed-code:${emailKey(email)}:${key}`,
    max: ATTEMPTS,
    windowMs: ATTEMPTS_WINDOW_MS,
  })
  return requester.isKnown ? [limit(requester.key)] : limitsByAddress(address, limit)
}

async function lockdownAttemptLimits(deps: MailedCodeDeps, db: Kysely<Tables>, email: string): Promise<RateLimit[]> {
  if (!(await isLockedDown(deps, db, email))) return []
  return [{ key: lockdownAttemptKey(email), max: LOCKDOWN_ATTEMPTS_AN_HOUR, windowMs: HOUR_MS }]
}

async function findCode(deps: MailedCodeDeps, db: Kysely<Tables>, email: string, code: string): Promise<string | null> {
  const live = await db
    .selectFrom('mailed_code')
    .select(['id', 'code_hash'])
    .where('email_key', '=', emailKey(email))
    .where('expires_at', '>', deps.clock.now())
    .execute()
  const given = hashOfCode(deps, email, code)
  return live.find(({ code_hash }) => timingSafeEqual(code_hash, given))?.id ?? null
}

async function countFailure({ clock, secrets }: MailedCodeDeps, db: Kysely<Tables>, email: string): Promise<void> {
  const now = clock.now()
  await db
    .insertInto('failed_sign_in')
    .values({ email_hash: hashOfEmail(secrets, email), failures: 1, last_failed_at: now })
    .onConflict((conflict) =>
      conflict
        .column('email_hash')
        .doUpdateSet({ failures: sql<number>`failed_sign_in.failures + 1`, last_failed_at: now }),
    )
    .execute()
}

/** Ends the lockdown of an e-mail address, because its owner has entered the right code or has erased the account. */
export async function forgetFailures(
  { secrets, limiter }: MailedCodeDeps,
  db: Kysely<Tables>,
  email: string,
): Promise<void> {
  await db.deleteFrom('failed_sign_in').where('email_hash', '=', hashOfEmail(secrets, email)).execute()
  await limiter.forget(db, [lockdownAttemptKey(email), `lockdown-code:${emailKey(email)}`])
}

function lockdownAttemptKey(email: string): string {
  return `lockdown-attempt:${emailKey(email)}`
}

/** The keyed hash by which `failed_sign_in` identifies an e-mail address. */
export function hashOfEmail(secrets: Secrets, email: string): string {
  return secrets.mac('failed sign-in', emailKey(email)).toString('base64url')
}

function hashOfRequester({ secrets }: MailedCodeDeps, { key }: Requester): string {
  return secrets.mac('code requester', key).toString('base64url')
}

function hashOfCode({ secrets }: MailedCodeDeps, email: string, code: string): Buffer {
  return secrets.mac('sign-in code', `${emailKey(email)}\n${code}`)
}
