import { emailKey } from '@quizmaster/contract/email'
import type { PlayerAccount } from '@quizmaster/contract/http/admin-players'
import type { PriceId } from '@quizmaster/contract/http/payments'
import type { UserId } from '@quizmaster/contract/ids'
import type { Transaction } from 'kysely'
import type { Tables } from '../../infra/db/tables.ts'
import { maskEmail } from '../../infra/log.ts'
import { Refusal } from '../../refusal.ts'
import { getPlayerName } from '../accounts/player-name.ts'
import { getUser, type UserDeps } from '../accounts/users.ts'
import { currentPlan, endOperatorGrants, grantByOperator } from '../plans/grants.ts'
import { getStats } from '../progress/stats.ts'
import { type AuditDeps, runAudited } from './audit.ts'

export type PlayerAccountDeps = AuditDeps & UserDeps

/** The account with this e-mail address, in any spelling of it, or null. */
export function findPlayerAccount(
  deps: PlayerAccountDeps,
  adminId: UserId,
  email: string,
): Promise<PlayerAccount | null> {
  return runAudited(deps, adminId, async (trx) => {
    const row = await trx
      .selectFrom('app_user')
      .select('id')
      .where('email_key', '=', emailKey(email))
      .executeTakeFirst()
    const action = 'user_looked_up'
    if (!row) return { result: null, action, subject: 'nobody', details: { email: maskEmail(email) } }
    return { result: await getPlayerAccount(deps, trx, row.id as UserId), action, subject: row.id }
  })
}

/** Grants Legend until an admin ends it. @throws not_found */
export function grantLegend(
  deps: PlayerAccountDeps,
  adminId: UserId,
  id: UserId,
  plan: PriceId,
): Promise<PlayerAccount> {
  return changeUser(deps, adminId, id, {
    action: 'legend_granted',
    affected: planOf,
    change: (trx, at) => grantByOperator(trx, { userId: id, plan, at }),
  })
}

/** Ends a grant by an admin; paid plans stay. @throws not_found */
export function endLegend(deps: PlayerAccountDeps, adminId: UserId, id: UserId): Promise<PlayerAccount> {
  return changeUser(deps, adminId, id, {
    action: 'legend_ended',
    affected: planOf,
    change: (trx, at) => endOperatorGrants(trx, { userId: id, at }),
  })
}

/** Removes the display name. Running games keep the name from when the player joined. @throws not_found */
export function resetName(deps: PlayerAccountDeps, adminId: UserId, id: UserId): Promise<PlayerAccount> {
  return changeUser(deps, adminId, id, {
    action: 'name_reset',
    affected: ({ name }) => ({ name }),
    change: (trx) => trx.updateTable('app_user').set({ display_name: null }).where('id', '=', id).execute(),
  })
}

const planOf = ({ plan, plan_origin }: PlayerAccount) => ({ plan, plan_origin })

interface UserChange {
  action: string
  /** The fields that the change may affect, for the audit log. */
  affected: (user: PlayerAccount) => object
  change: (trx: Transaction<Tables>, atMs: number) => Promise<unknown>
}

async function changeUser(
  deps: PlayerAccountDeps,
  adminId: UserId,
  id: UserId,
  { action, affected, change }: UserChange,
): Promise<PlayerAccount> {
  return runAudited(deps, adminId, async (trx, atMs) => {
    await lockAccount(trx, id)
    const before = await getPlayerAccount(deps, trx, id)
    await change(trx, atMs)
    const result = await getPlayerAccount(deps, trx, id)
    return { result, action, subject: id, details: { before: affected(before), after: affected(result) } }
  })
}

/** Locks an account, so that it can be changed. @throws not_found */
export async function lockAccount(trx: Transaction<Tables>, id: UserId): Promise<void> {
  const row = await trx.selectFrom('app_user').select('id').where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
  if (!row) throw new Refusal('not_found')
}

/** An account that is known to exist. */
export async function getPlayerAccount(
  deps: PlayerAccountDeps,
  trx: Transaction<Tables>,
  id: UserId,
): Promise<PlayerAccount> {
  const user = await getUser({ ...deps, db: trx }, id)
  const { origin } = await currentPlan(trx, id, deps.clock.now())
  const name = await getPlayerName(trx, id)
  const { total_points } = await getStats(trx, id)
  const open_complaint_count = await countOpenComplaints(trx, id)
  return { ...user, name, plan_origin: origin, total_points, open_complaint_count }
}

async function countOpenComplaints(trx: Transaction<Tables>, id: UserId): Promise<number> {
  const { count } = await trx
    .selectFrom('complaint')
    .select((build) => build.fn.countAll<number>().as('count'))
    .where('reporter', '=', `user:${id}`)
    .where('resolved_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}
