import { randomBytes } from 'node:crypto'
import type { SecondFactorState } from '@quizmaster/contract/http/second-factor'
import type { UserId } from '@quizmaster/contract/ids'
import { MESSAGES } from '@quizmaster/contract/messages'
import type { Kysely, Transaction } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import { HOUR_MS, MINUTE_MS } from '../../infra/clock.ts'
import type { Tables } from '../../infra/db/tables.ts'
import { inTransaction } from '../../infra/db/transaction.ts'
import type { Secrets } from '../../infra/secrets.ts'
import { fieldRefusal, Refusal } from '../../refusal.ts'
import { queueMail } from '../accounts/mail-queue.ts'
import type { RequestSession } from '../accounts/sessions.ts'
import { getUser, type UserDeps } from '../accounts/users.ts'
import { type AuditDeps, recordAction } from './audit.ts'

/** How long after signing in an admin may use the admin area. */
const ADMIN_SESSION_MS = 12 * HOUR_MS
const STEP_SECONDS = 30
const SECRET_BYTES = 20
const RECOVERY_CODES = 10
const RECOVERY_CODE_BYTES = 10
const SECRET_PURPOSE = 'second factor'

export interface SecondFactorDeps extends AuditDeps, UserDeps {
  secrets: Secrets
  /** Whether every admin needs a second factor (ADMIN_SECOND_FACTOR). */
  isSecondFactorRequired: boolean
  /** Called after a mail is committed to the queue. */
  mailQueued(): void
}

/**
 * Checks that an admin's session may use the admin area: it is younger than 12 hours, and confirmed with the second
 * factor, if the admin has one or needs one. @throws sign_in_again, second_factor_required, second_factor_missing
 */
export async function checkAdminSession(deps: SecondFactorDeps, session: RequestSession): Promise<void> {
  checkAdminSessionAge(deps, session)
  await checkSecondFactor(deps, session)
  if (deps.isSecondFactorRequired && session.secondFactorAtMs === null) throw new Refusal('second_factor_missing')
}

/** Checks that the session is confirmed with the second factor, if the admin has one. @throws second_factor_required */
export async function checkSecondFactor(
  { db }: Pick<SecondFactorDeps, 'db'>,
  { userId, secondFactorAtMs }: RequestSession,
): Promise<void> {
  if (secondFactorAtMs === null && (await isEnabled(db, userId))) throw new Refusal('second_factor_required')
}

/** Checks that the session is younger than 12 hours. @throws sign_in_again */
export function checkAdminSessionAge({ clock }: Pick<SecondFactorDeps, 'clock'>, session: RequestSession): void {
  if (clock.now() - session.createdAtMs >= ADMIN_SESSION_MS) throw new Refusal('sign_in_again')
}

async function isEnabled(db: Kysely<Tables>, userId: UserId): Promise<boolean> {
  const row = await db.selectFrom('second_factor').select('enabled_at').where('user_id', '=', userId).executeTakeFirst()
  return row !== undefined && row.enabled_at !== null
}

/** The state of the admin's second factor. */
export async function getSecondFactor(deps: SecondFactorDeps, session: RequestSession): Promise<SecondFactorState> {
  const row = await deps.db
    .selectFrom('second_factor')
    .leftJoin('recovery_code', 'recovery_code.user_id', 'second_factor.user_id')
    .select((query) => ['enabled_at', query.fn.count<number>('hash').as('left')])
    .where('second_factor.user_id', '=', session.userId)
    .groupBy('enabled_at')
    .executeTakeFirst()
  return {
    enabled_at: row?.enabled_at ?? null,
    is_required: deps.isSecondFactorRequired,
    is_confirmed: session.secondFactorAtMs !== null,
    recovery_codes_left: row?.left ?? 0,
  }
}

/**
 * Makes a new secret for an authenticator app. It takes effect once `enableSecondFactor` has accepted a code from it.
 * @throws second_factor_enabled
 */
export async function beginSecondFactor(
  deps: SecondFactorDeps,
  session: RequestSession,
): Promise<{ secret: string; url: string }> {
  const { email } = await getUser(deps, session.userId)
  const secret = new Secret({ buffer: new Uint8Array(randomBytes(SECRET_BYTES)).buffer })
  const sealed_secret = deps.secrets.seal(SECRET_PURPOSE, secret.base32)
  const { numInsertedOrUpdatedRows } = await deps.db
    .insertInto('second_factor')
    .values({ user_id: session.userId, sealed_secret, enabled_at: null })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({ sealed_secret }).where('second_factor.enabled_at', 'is', null),
    )
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows !== 1n) throw new Refusal('second_factor_enabled')
  return { secret: secret.base32, url: totpOf(secret.base32, email).toString() }
}

/**
 * Switches the second factor on with a first code from the app, confirms the session, and returns ten recovery codes,
 * which can't be shown again. The admin is notified by mail.
 * @throws 422 `code`; rate_limited under `code`; second_factor_enabled
 */
export async function enableSecondFactor(
  deps: SecondFactorDeps,
  session: RequestSession,
  code: string,
): Promise<string[]> {
  const recoveryCodes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode)
  const isRight = await inTransaction(deps.db, async (trx) => {
    if (await isEnabled(trx, session.userId)) throw new Refusal('second_factor_enabled')
    if ((await spendCode(deps, trx, session.userId, code)) === null) return false
    await trx
      .updateTable('second_factor')
      .set({ enabled_at: deps.clock.now() })
      .where('user_id', '=', session.userId)
      .execute()
    await trx
      .insertInto('recovery_code')
      .values(recoveryCodes.map((text) => ({ user_id: session.userId, hash: hashOf(deps, session.userId, text) })))
      .execute()
    await confirmSession(deps, trx, session)
    await report(deps, trx, session.userId, 'second_factor_enabled')
    return true
  })
  if (!isRight) throw fieldRefusal('code', MESSAGES.codeInvalid)
  deps.mailQueued()
  return recoveryCodes
}

/**
 * Confirms the session with a code from the app, or with a recovery code, which works once.
 * @throws 422 `code`; rate_limited under `code`
 */
export async function confirmSecondFactor(
  deps: SecondFactorDeps,
  session: RequestSession,
  code: string,
): Promise<void> {
  const spent = await inTransaction(deps.db, async (trx) => {
    const kind = (await isEnabled(trx, session.userId)) ? await spendCode(deps, trx, session.userId, code) : null
    if (kind !== null) await confirmSession(deps, trx, session)
    if (kind === 'recovery') await report(deps, trx, session.userId, 'recovery_code_used')
    return kind
  })
  if (spent === null) throw fieldRefusal('code', MESSAGES.codeInvalid)
  deps.mailQueued()
}

/**
 * Switches the second factor off, which takes a code. The admin is notified by mail.
 * @throws 422 `code`; rate_limited under `code`
 */
export async function disableSecondFactor(
  deps: SecondFactorDeps,
  session: RequestSession,
  code: string,
): Promise<void> {
  const isRight = await inTransaction(deps.db, async (trx) => {
    if (!(await isEnabled(trx, session.userId))) return false
    if ((await spendCode(deps, trx, session.userId, code)) === null) return false
    await trx.deleteFrom('second_factor').where('user_id', '=', session.userId).execute()
    await trx.updateTable('session').set({ second_factor_at: null }).where('user_id', '=', session.userId).execute()
    await report(deps, trx, session.userId, 'second_factor_disabled')
    return true
  })
  if (!isRight) throw fieldRefusal('code', MESSAGES.codeInvalid)
  deps.mailQueued()
}

/**
 * Uses up a code from the app or a recovery code. Null if it is wrong or was used before, which counts as a failure.
 */
async function spendCode(
  deps: SecondFactorDeps,
  trx: Transaction<Tables>,
  userId: UserId,
  code: string,
): Promise<'app' | 'recovery' | null> {
  const key = `second-factor:${userId}`
  const limits = [
    { key, max: 5, windowMs: 10 * MINUTE_MS },
    { key, max: 20, windowMs: HOUR_MS },
  ]
  await deps.limiter.check(trx, limits, { field: 'code' })
  const text = code.replace(/[\s-]/g, '').toUpperCase()
  if (/^\d{6}$/.test(text) && (await spendAppCode(deps, trx, userId, text))) return 'app'
  const { numDeletedRows } = await trx
    .deleteFrom('recovery_code')
    .where('user_id', '=', userId)
    .where('hash', '=', hashOf(deps, userId, text))
    .executeTakeFirst()
  if (numDeletedRows > 0n) return 'recovery'
  await deps.limiter.hit(trx, key)
  return null
}

/** A code is valid for its own 30 s and for the 30 s before and after, because clocks differ. */
async function spendAppCode(
  { clock, secrets }: SecondFactorDeps,
  trx: Transaction<Tables>,
  userId: UserId,
  code: string,
): Promise<boolean> {
  const row = await trx
    .selectFrom('second_factor')
    .select(['sealed_secret', 'last_step'])
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst()
  if (!row) return false
  const totp = totpOf(secrets.open(SECRET_PURPOSE, Buffer.from(row.sealed_secret)), '')
  const delta = totp.validate({ token: code, timestamp: clock.now(), window: 1 })
  if (delta === null) return false
  const step = Math.floor(clock.now() / 1000 / STEP_SECONDS) + delta
  if (step <= row.last_step) return false
  await trx.updateTable('second_factor').set({ last_step: step }).where('user_id', '=', userId).execute()
  return true
}

function totpOf(secret: string, email: string): TOTP {
  return new TOTP({ issuer: 'Quizmaster', label: email, secret: Secret.fromBase32(secret), period: STEP_SECONDS })
}

async function confirmSession(
  { clock }: SecondFactorDeps,
  trx: Transaction<Tables>,
  session: RequestSession,
): Promise<void> {
  await trx.updateTable('session').set({ second_factor_at: clock.now() }).where('id', '=', session.id).execute()
}

/** Records a change in the audit log, and mails it to the admin. */
async function report(
  deps: SecondFactorDeps,
  trx: Transaction<Tables>,
  userId: UserId,
  action: 'second_factor_enabled' | 'second_factor_disabled' | 'recovery_code_used',
): Promise<void> {
  const at = deps.clock.now()
  const { email } = await getUser({ ...deps, db: trx }, userId)
  await recordAction(trx, userId, at, { action, subject: userId })
  await queueMail(deps, trx, { email, details: { kind: action, at } })
}

/** 80 random bits as `XXXX-XXXX-XXXX-XXXX`. */
function newRecoveryCode(): string {
  const { base32 } = new Secret({ buffer: new Uint8Array(randomBytes(RECOVERY_CODE_BYTES)).buffer })
  return base32.match(/.{4}/g)?.join('-') ?? base32
}

function hashOf({ secrets }: SecondFactorDeps, userId: UserId, code: string): string {
  return secrets.mac('recovery code', `${userId}\n${code.replaceAll('-', '')}`).toString('base64url')
}
