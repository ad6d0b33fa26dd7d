import { randomUUID } from 'node:crypto'
import type { PriceId } from '@quizmaster/contract/http/payments'
import type { Kysely, Selectable } from 'kysely'
import type { Clock } from '../../infra/clock.ts'
import { inTransaction } from '../../infra/db/transaction.ts'
import type { CheckoutTable } from '../../infra/db/tables/plans.ts'
import type { Tables } from '../../infra/db/tables.ts'
import type { Logger } from '../../infra/log.ts'
import { RANKED_PLANS } from './grants.ts'

/** The sandbox checkout (contract 9): plans without payment. An id is the only credential; ids can't be guessed. */
export interface SandboxDeps {
  db: Kysely<Tables>
  clock: Clock
}

export interface SandboxCheckout {
  plan: PriceId
  status: Selectable<CheckoutTable>['status']
}

/** A sandbox checkout by id, or null. */
export async function findSandboxCheckout({ db }: SandboxDeps, id: string): Promise<SandboxCheckout | null> {
  const row = await db
    .selectFrom('checkout')
    .select(['plan', 'status'])
    .where('id', '=', id)
    .where('origin', '=', 'sandbox')
    .executeTakeFirst()
  return row ?? null
}

/**
 * Ends an open checkout, paid or cancelled; one that has ended stays unchanged. Paying grants the plan, unless the user
 * already has an equal or higher one. Returns the resulting checkout, or null for an unknown id.
 */
export async function endSandboxCheckout(
  deps: SandboxDeps,
  id: string,
  end: 'paid' | 'cancelled',
): Promise<SandboxCheckout | null> {
  return inTransaction(deps.db, async (trx) => {
    const ended = await trx
      .updateTable('checkout')
      .set({ status: end })
      .where('id', '=', id)
      .where('origin', '=', 'sandbox')
      .where('status', '=', 'open')
      .returning(['user_id', 'plan'])
      .executeTakeFirst()
    if (ended && end === 'paid') await grant(trx, deps.clock.now(), { id, ...ended })
    return findSandboxCheckout({ ...deps, db: trx }, id)
  })
}

async function grant(
  trx: Kysely<Tables>,
  now: number,
  paid: { id: string; user_id: string; plan: PriceId },
): Promise<void> {
  // If two tabs pay at once, the second waits here and sees the first one's grant.
  await trx.selectFrom('app_user').select('id').where('id', '=', paid.user_id).forUpdate().execute()
  const active = trx
    .selectFrom('plan_grant')
    .where('user_id', '=', paid.user_id)
    .where('origin', '=', 'sandbox')
    .where('ended_at', 'is', null)
  const plans = await active.select('plan').execute()
  const rank = (plan: PriceId) => RANKED_PLANS.indexOf(plan)
  if (plans.some(({ plan }) => rank(plan) >= rank(paid.plan))) return
  await trx.updateTable('plan_grant').set({ ended_at: now }).where('id', 'in', active.select('id')).execute()
  await trx
    .insertInto('plan_grant')
    .values({
      id: randomUUID(),
      user_id: paid.user_id,
      plan: paid.plan,
      origin: 'sandbox',
      reference: paid.id,
      started_at: now,
      ends_at: null,
      ended_at: null,
    })
    .execute()
}

/** A sandbox subscription by its grant's id, or null. */
export async function findSandboxSubscription(
  { db }: SandboxDeps,
  id: string,
): Promise<{ plan: PriceId; hasEnded: boolean } | null> {
  const row = await db
    .selectFrom('plan_grant')
    .select(['plan', 'ended_at'])
    .where('id', '=', id)
    .where('origin', '=', 'sandbox')
    .where('plan', '<>', 'lifetime')
    .executeTakeFirst()
  return row ? { plan: row.plan, hasEnded: row.ended_at !== null } : null
}

/** Ends a sandbox subscription at once; false for an unknown id. */
export async function endSandboxSubscription(deps: SandboxDeps, id: string): Promise<boolean> {
  await deps.db
    .updateTable('plan_grant')
    .set({ ended_at: deps.clock.now() })
    .where('id', '=', id)
    .where('origin', '=', 'sandbox')
    .where('plan', '<>', 'lifetime')
    .where('ended_at', 'is', null)
    .execute()
  return (await findSandboxSubscription(deps, id)) !== null
}

/**
 * Ends all sandbox plans, called at startup when the sandbox is off: nobody paid for them, and the pages to end them
 * are gone. That way no query for a plan needs to know whether the sandbox is on.
 */
export async function endSandboxPlans({ db, clock, log }: SandboxDeps & { log: Logger }): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('plan_grant')
    .set({ ended_at: clock.now() })
    .where('origin', '=', 'sandbox')
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) log.warn({ msg: 'sandbox_plans_ended', count: Number(numUpdatedRows) })
}
