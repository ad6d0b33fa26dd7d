import type { Kysely } from 'kysely'
import { type Clock, HOUR_MS } from '../../infra/clock.ts'
import type { Tables } from '../../infra/db/tables.ts'
import type { RateLimiter } from '../../infra/rate-limit.ts'
import { Refusal } from '../../refusal.ts'
import { RETURN_PATHS } from './checkout.ts'
import { callProvider, CustomerGoneError, type PaymentProvider, type ProviderCallDeps } from './payment-provider.ts'

const PORTALS_AN_HOUR = 10

interface PortalDeps extends ProviderCallDeps {
  db: Kysely<Tables>
  clock: Clock
  limiter: RateLimiter
  paymentProvider: PaymentProvider | null
  hasSandbox: boolean
  publicUrl: string
}

/**
 * Returns the URL of the page where the user manages their subscription.
 * @throws rate_limited over 10 an hour, no_subscription without a live one (lifetime has none), payments_unavailable
 */
export async function openPortal(
  deps: PortalDeps,
  { userId, requestOrigin }: { userId: string; requestOrigin: string },
): Promise<string> {
  const limit = { key: `portal:${userId}`, max: PORTALS_AN_HOUR, windowMs: HOUR_MS }
  await deps.limiter.take(deps.db, limit)
  const { paymentProvider: provider, publicUrl } = deps
  if (!provider && !deps.hasSandbox) throw new Refusal('payments_unavailable')
  const grant = await findSubscription(deps.db, userId, provider ? 'provider' : 'sandbox')
  if (!grant) throw new Refusal('no_subscription')
  if (!provider) return `${requestOrigin}/sandbox/portal/${grant.id}`
  const { customer_id: customerId } = grant
  if (customerId === null) throw new Refusal('no_subscription')
  return callProvider(deps, () =>
    provider.createPortal({ customerId, returnUrl: `${publicUrl}${RETURN_PATHS.portal}` }).catch((error: unknown) => {
      // A deleted customer has no subscriptions.
      throw error instanceof CustomerGoneError ? new Refusal('no_subscription') : error
    }),
  )
}

/** Includes a subscription past its grace period, because its page is where a failed payment is settled. */
function findSubscription(db: Kysely<Tables>, userId: string, origin: 'provider' | 'sandbox') {
  return db
    .selectFrom('plan_grant')
    .leftJoin('payment_customer', 'payment_customer.user_id', 'plan_grant.user_id')
    .select(['plan_grant.id', 'payment_customer.customer_id'])
    .where('plan_grant.user_id', '=', userId)
    .where('origin', '=', origin)
    .where('plan', '<>', 'lifetime')
    .where('ended_at', 'is', null)
    .executeTakeFirst()
}
