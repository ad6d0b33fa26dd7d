import { emailKey } from '@quizmaster/contract/email'
import type { PlayerAccount } from '@quizmaster/contract/http/admin'
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
import { type AuditDeps, runAudited } from './audited-action.ts'

export type PlayerAccountDeps = AuditDeps & UserDeps

/** The account of an address, however it is written, or null. */
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

/** Gives Legend by hand, until it is ended by hand. @throws not_found */
export function grantLegend(
  deps: PlayerAccountDeps,
  adminId: UserId,
  id: UserId,
  plan: PriceId,
): Promise<PlayerAccount> {
  return changeUser(deps, adminId, id, {
    action: 'legend_granted',
    changed: planOf,
    change: (trx, at) => grantByOperator(trx, { userId: id, plan, at }),
  })
}

/** Ends what was given by hand; what was paid for stays. @throws not_found */
export function endLegend(deps: PlayerAccountDeps, adminId: UserId, id: UserId): Promise<PlayerAccount> {
  return changeUser(deps, adminId, id, {
    action: 'legend_ended',
    changed: planOf,
    change: (trx, at) => endOperatorGrants(trx, { userId: id, at }),
  })
}

/** Takes the display name away; in games under way it stays as it was at the join. @throws not_found */
export function resetName(deps: PlayerAccountDeps, adminId: UserId, id: UserId): Promise<PlayerAccount> {
  return changeUser(deps, adminId, id, {
    action: 'name_reset',
    changed: ({ name }) => ({ name }),
    change: (trx) => trx.updateTable('app_user').set({ display_name: null }).where('id', '=', id).execute(),
  })
}

const planOf = ({ plan, plan_origin }: PlayerAccount) => ({ plan, plan_origin })

interface UserChange {
  action: string
  /** What of the user may be another afterwards, for the record. */
  changed: (user: PlayerAccount) => object
  change: (trx: Transaction<Tables>, atMs: number) => Promise<unknown>
}

async function changeUser(
  deps: PlayerAccountDeps,
  adminId: UserId,
  id: UserId,
  { action, changed, change }: UserChange,
): Promise<PlayerAccount> {
  return runAudited(deps, adminId, async (trx, atMs) => {
    const row = await trx.selectFrom('app_user').select('id').where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
    if (!row) throw new Refusal('not_found')
    const before = await getPlayerAccount(deps, trx, id)
    await change(trx, atMs)
    const result = await getPlayerAccount(deps, trx, id)
    return { result, action, subject: id, details: { before: changed(before), after: changed(result) } }
  })
}

async function getPlayerAccount(deps: PlayerAccountDeps, trx: Transaction<Tables>, id: UserId): Promise<PlayerAccount> {
  const user = await getUser({ ...deps, db: trx }, id)
  const { origin } = await currentPlan(trx, id, deps.clock.now())
  const name = await getPlayerName(trx, id)
  const { total_points } = await getStats(trx, id)
  return { ...user, name, plan_origin: origin, total_points }
}
