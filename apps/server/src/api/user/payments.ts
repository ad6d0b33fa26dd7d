import { paymentsEndpoints } from '@quizmaster/contract/http/payments'
import { PAYMENT_WEBHOOK } from '@quizmaster/contract/routes/user'
import type { FastifyInstance } from 'fastify'
import { type CheckoutDeps, startCheckout } from '../../features/plans/checkout.ts'
import { openPortal } from '../../features/plans/portal.ts'
import type { PriceList } from '../../features/plans/prices.ts'
import { receiveWebhook, type WebhookDeps } from '../../features/plans/webhook.ts'
import { MAX_BODY_BYTES } from '../check-request.ts'
import type { Route } from '../route.ts'

/** Prices, checkouts, and the page where a subscription is managed. */
export function paymentRoutes(
  route: Route,
  deps: CheckoutDeps & { prices: PriceList; supportEmail: string | null },
): void {
  route(paymentsEndpoints.getPlans, async () => ({
    data: { prices: [...(await deps.prices.get())], support_email: deps.supportEmail },
  }))
  route(paymentsEndpoints.createCheckoutSession, async ({ session, body, origin }) => ({
    url: await startCheckout(deps, { userId: session.userId, plan: body.price_id, requestOrigin: origin }),
  }))
  route(paymentsEndpoints.createPortalSession, async ({ session, origin }) => ({
    url: await openPortal(deps, { userId: session.userId, requestOrigin: origin }),
  }))
}

/** The provider's deliveries, in a scope of their own: the signature covers the body's raw bytes (contract 3). */
export async function paymentWebhook(service: FastifyInstance, deps: WebhookDeps): Promise<void> {
  await service.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: MAX_BODY_BYTES },
      async (_request: unknown, body: Buffer) => body,
    )
    scope.route({
      method: PAYMENT_WEBHOOK.method,
      url: PAYMENT_WEBHOOK.path,
      schema: { hide: true },
      handler: async (request) => {
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
        const signature = request.headers['stripe-signature']
        await receiveWebhook(deps, body, typeof signature === 'string' ? signature : '')
        return {}
      },
    })
  })
}
