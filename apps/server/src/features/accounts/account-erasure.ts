import { emailKey } from '@quizmaster/contract/email'
import { MESSAGES } from '@quizmaster/contract/messages'
import { sql, type Transaction } from 'kysely'
import type { Tables } from '../../infra/db/tables.ts'
import type { Mailer } from '../../infra/mail.ts'
import { fieldRefusal, Refusal } from '../../refusal.ts'
import type { GameRunner } from '../games/game-runner.ts'
import { gameLimitKeys } from '../games/games.ts'
import { erasePlayer } from '../games/player-erasure.ts'
import { cancelForErasure, checkCancelled, type ErasureDeps } from '../plans/erasure.ts'
import { deleteQueued } from '../questions/ratings.ts'
import { suggestionLimitKey } from '../questions/topic-suggestions.ts'
import type { EndSessionDeps, Session } from './sessions.ts'
import { addressKey } from './known-devices.ts'
import { type Confirmation, type ConfirmationDeps, requireConfirmation } from './confirmation.ts'
import { gameNameLimitKey } from './game-name.ts'
import { forgetFailures } from './mailed-codes.ts'
import { codeLimitKeys } from './sign-in.ts'

export interface EraseAccountDeps extends EndSessionDeps, ErasureDeps, ConfirmationDeps {
  mailer: Pick<Mailer, 'forget'>
  gameRunner: GameRunner
  /** Called after the commit, to have the name removed from past games. */
  playerErased(): void
}

/**
 * Erases the caller's account in one transaction, after ending a running subscription at the provider. The current game
 * shows "Deleted player" instead of the name at once, past games soon after. Complaints are kept without reporter and
 * comment, and mails are removed from the outbox. Signing up again with the same address starts from zero.
 * @throws 422 `email` if the typed address isn't the account's, `code` for a missing or wrong code; rate_limited under
 *   `code`; payments_unavailable
 */
export async function eraseAccount(deps: EraseAccountDeps, session: Session, typed: Confirmation): Promise<void> {
  const { userId } = session
  const user = await deps.db
    .selectFrom('app_user')
    .select(['email', 'email_key'])
    .where('id', '=', userId)
    .executeTakeFirst()
  if (!user) throw new Refusal('unauthorized')
  if (emailKey(typed.email) !== user.email_key) throw fieldRefusal('email', MESSAGES.emailNotYours)
  await requireConfirmation(deps, session, typed)
  const cancelled = await cancelForErasure(deps, userId)
  const isErased = await deps.gameRunner.transact(async (games) => {
    const { trx } = games
    await games.lockUser(userId)
    // Another call has erased it meanwhile, and the address may belong to a new account.
    if (!(await isThere(trx, userId))) return false
    await erasePlayer(games, userId)
    await anonymiseComplaints(trx, userId)
    await trx.deleteFrom('mailed_code').where('email_key', '=', user.email_key).execute()
    await trx.deleteFrom('queued_mail').where('email_key', '=', user.email_key).execute()
    await forgetFailures(deps, trx, user.email)
    await deps.limiter.forget(trx, [
      ...Object.values(codeLimitKeys(user.email, addressKey(typed.address))),
      codeLimitKeys(user.email, `user:${userId}`).requester,
      ...gameLimitKeys(userId),
      `complaint:user:${userId}`,
      `export:${userId}`,
      gameNameLimitKey(userId),
      suggestionLimitKey(userId),
    ])
    await deleteQueued(trx, userId)
    await checkCancelled(trx, userId, cancelled)
    // Cascades to sessions, points, servings, suggestions, plans and payments.
    await trx.deleteFrom('app_user').where('id', '=', userId).execute()
    return true
  })
  if (!isErased) return
  deps.sessionsEnded(userId, null)
  deps.playerErased()
  await deps.mailer.forget(user.email).catch((error: unknown) => {
    // The account is erased; the retention sweep deletes the mails within 7 days.
    deps.log.warn({ err: error, msg: 'mails_not_forgotten' })
  })
}

async function isThere(trx: Transaction<Tables>, userId: string): Promise<boolean> {
  const user = await trx.selectFrom('app_user').select('id').where('id', '=', userId).executeTakeFirst()
  return user !== undefined
}

/** Complaints are kept as reports about a question; the reporter and the comment are personal and are removed. */
async function anonymiseComplaints(trx: Transaction<Tables>, userId: string): Promise<void> {
  await trx
    .updateTable('complaint')
    .set({ reporter: sql<string>`'erased:' || id`, comment: null })
    .where('reporter', '=', `user:${userId}`)
    .execute()
}
