import { randomUUID } from 'node:crypto'
import type { PriceId } from '@quizmaster/contract/http/payments'
import type { Plan } from '@quizmaster/contract/http/user'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { inTransaction } from '../../infra/db/transaction.ts'
import type { PlanGrantTable } from '../../infra/db/tables/plans.ts'
import type { Tables } from '../../infra/db/tables.ts'

/** Where a plan comes from. */
export type GrantOrigin = PlanGrantTable['origin']

/** Paid plans from the lowest to the highest. */
export const RANKED_PLANS: readonly PriceId[] = ['monthly', 'yearly', 'lifetime']

const rankOfGrant = sql`array_position(array[${sql.join(RANKED_PLANS.map((plan) => sql.lit(plan)))}], g.plan)`

const isActiveAt = (atMs: number) => sql`g.ended_at is null and (g.ends_at is null or g.ends_at > ${atMs})`

/** SQL for the plan of a query's `app_user` row at a time: the highest active grant, or starter. */
export function planAt(atMs: number): RawBuilder<Plan> {
  return sql<Plan>`coalesce((select g.plan from plan_grant g where g.user_id = app_user.id and ${isActiveAt(atMs)}
    order by ${rankOfGrant} desc limit 1), 'starter')`
}

/** A user's plan at a time, and where it comes from (null for starter). */
export async function currentPlan(
  db: Kysely<Tables>,
  userId: string,
  atMs: number,
): Promise<{ plan: Plan; origin: GrantOrigin | null }> {
  const { rows } = await sql<{ plan: PriceId; origin: GrantOrigin }>`
    select g.plan, g.origin from plan_grant g where g.user_id = ${userId} and ${isActiveAt(atMs)}
    order by ${rankOfGrant} desc, g.started_at, g.id limit 1`.execute(db)
  return rows[0] ?? { plan: 'starter', origin: null }
}

/** Grants a plan on an operator's behalf, replacing an earlier operator grant. */
export async function grantByOperator(
  db: Kysely<Tables>,
  { userId, plan, at }: { userId: string; plan: PriceId; at: number },
): Promise<void> {
  const id = randomUUID()
  await inTransaction(db, async (trx) => {
    await endOperatorGrants(trx, { userId, at })
    await trx
      .insertInto('plan_grant')
      .values({
        id,
        user_id: userId,
        plan,
        origin: 'operator',
        reference: id,
        started_at: at,
        ends_at: null,
        ended_at: null,
      })
      .execute()
  })
}

/** Ends operator grants, never paid ones. Returns how many ended: 0 or 1. */
export async function endOperatorGrants(
  db: Kysely<Tables>,
  { userId, at }: { userId: string; at: number },
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('plan_grant')
    .set({ ended_at: at })
    .where('user_id', '=', userId)
    .where('origin', '=', 'operator')
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** A user's plans and payments, for the account export. Times are epoch milliseconds. */
export async function exportPlans(db: Kysely<Tables>, userId: string) {
  const grants = await db
    .selectFrom('plan_grant')
    .select(['plan', 'origin', 'reference', 'started_at', 'ends_at', 'ended_at'])
    .where('user_id', '=', userId)
    .orderBy('started_at')
    .execute()
  const checkouts = await db
    .selectFrom('checkout')
    .select(['plan', 'origin', 'status', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute()
  const customer = await db
    .selectFrom('payment_customer')
    .select('customer_id')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return { grants, checkouts, payment_provider_customer_id: customer?.customer_id ?? null }
}
