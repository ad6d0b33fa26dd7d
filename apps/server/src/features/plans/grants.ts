import { randomUUID } from 'node:crypto'
import type { PriceId } from '@quizmaster/contract/http/payments'
import type { Plan } from '@quizmaster/contract/http/user'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { inTransaction } from '../../infra/db/transaction.ts'
import type { PlanGrantTable, Tables } from '../../infra/db/tables.ts'

/** Why somebody has a plan. */
export type GrantOrigin = PlanGrantTable['origin']

/** From the least to the most. */
export const RANKED_PLANS: readonly PriceId[] = ['monthly', 'yearly', 'lifetime']

const rankOfGrant = sql`array_position(array[${sql.join(RANKED_PLANS.map((plan) => sql.lit(plan)))}], g.plan)`

const standsAt = (atMs: number) => sql`g.ended_at is null and (g.ends_at is null or g.ends_at > ${atMs})`

/** The plan of the `app_user` row of a query, at a moment: the best of the grants that stand, else starter. */
export function planAt(atMs: number): RawBuilder<Plan> {
  return sql<Plan>`coalesce((select g.plan from plan_grant g where g.user_id = app_user.id and ${standsAt(atMs)}
    order by ${rankOfGrant} desc limit 1), 'starter')`
}

/** The plan a user has at a moment, and where it comes from (null for starter). */
export async function presentPlan(
  db: Kysely<Tables>,
  userId: string,
  atMs: number,
): Promise<{ plan: Plan; origin: GrantOrigin | null }> {
  const { rows } = await sql<{ plan: PriceId; origin: GrantOrigin }>`
    select g.plan, g.origin from plan_grant g where g.user_id = ${userId} and ${standsAt(atMs)}
    order by ${rankOfGrant} desc, g.started_at, g.id limit 1`.execute(db)
  return rows[0] ?? { plan: 'starter', origin: null }
}

/** Makes a user a Legend by hand; an earlier grant by hand gives way to it. */
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

/** Takes back what was granted by hand, never what was paid for. Gives how many grants ended: 0 or 1. */
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

/** Everything held about a user's plans and payments, for the account export. Times are epoch milliseconds. */
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
