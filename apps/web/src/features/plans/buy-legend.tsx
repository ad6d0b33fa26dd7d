import { paymentsApi } from '@quizmaster/contract/routes/user'
import type { PriceId } from '@quizmaster/contract/http/payments'
import { useState } from 'react'
import { call } from '../../platform/http.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Segmented } from '../../ui/controls/segmented.tsx'
import { markCheckoutStarted } from './confirmation.ts'
import { OFFERS } from './offers.ts'
import { usePaymentPage } from './payment-page.ts'
import { chargeOf, usePlanDetails } from './plan-calls.ts'
import styles from './plan-tabs.module.css'
import { PLANS_STRINGS } from './strings.ts'

const SEGMENTS = OFFERS.map(({ priceId, label, badge }) => ({ value: priceId, label, ...(badge && { badge }) }))

/** The prices and the button that leads to the checkout. */
export function BuyLegend() {
  const [priceId, setPriceId] = useState<PriceId>('yearly')
  const { isLeaving, leave } = usePaymentPage(createCheckout, markCheckoutStarted)
  const offer = OFFERS.find((one) => one.priceId === priceId)
  const { currency, amount } = chargeOf(usePlanDetails()?.prices, priceId)
  return (
    <>
      <Segmented label={PLANS_STRINGS.billing} segments={SEGMENTS} value={priceId} onChange={setPriceId} />
      <p className={styles.price} aria-live="polite">
        <span className={styles.currency}>{currency}</span> <b>{offer?.price}</b> <span>{offer?.per}</span>
      </p>
      <p className={styles.charged}>
        {priceId === 'yearly'
          ? PLANS_STRINGS.chargedForYear(`${currency} ${amount ?? offer?.charged}`.trim())
          : PLANS_STRINGS.charged[priceId]}
      </p>
      <Button variant="gold" block isPending={isLeaving} onClick={() => leave(priceId)}>
        {PLANS_STRINGS.become}
      </Button>
    </>
  )
}

/** Starts a checkout and returns the URL of the payment page. */
async function createCheckout(signal: AbortSignal, priceId: PriceId): Promise<string> {
  const body = { price_id: priceId }
  const { url } = await call(paymentsApi.createCheckoutSession, body, { signal })
  return url
}
