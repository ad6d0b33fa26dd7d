import { paymentsApi } from '@quizmaster/contract/routes/user'
import { call } from '../../platform/http.ts'
import { Button } from '../../ui/controls/button.tsx'
import { usePaymentPage } from './payment-page.ts'
import { PLANS_STRINGS } from './strings.ts'

/** A Legend's button that leads to the provider's page for managing the subscription. */
export function ManageSubscription() {
  const { isLeaving, leave } = usePaymentPage(createPortal)
  return (
    <Button block isPending={isLeaving} onClick={() => leave()}>
      {PLANS_STRINGS.manage}
    </Button>
  )
}

/** Returns the URL of the page where a subscription is managed. */
async function createPortal(signal: AbortSignal): Promise<string> {
  const { url } = await call(paymentsApi.createPortalSession, undefined, { signal })
  return url
}
