import type { PriceId } from '@quizmaster/contract/http/payments'
import { useState } from 'react'
import { ApiError } from '../../platform/http.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Segmented } from '../../ui/controls/segmented.tsx'
import { noteCheckoutBegun, refreshPlan } from './confirmation.ts'
import { OFFERS } from './offers.ts'
import { createCheckout } from './payment-calls.ts'
import styles from './plan-tabs.module.css'
import { showPaymentFailure } from './show-payment-failure.ts'
import { PLANS_STRINGS } from './strings.ts'
import { useLeaving } from './use-leaving.ts'

const SEGMENTS = OFFERS.map(({ priceId, label, badge }) => ({ value: priceId, label, ...(badge && { badge }) }))

/** The ways to pay, and the way to the checkout (spec 2). */
export function BuyLegend() {
  const [priceId, setPriceId] = useState<PriceId>('yearly')
  const { isLeaving, leave } = useLeaving(handleFailure)
  const offer = OFFERS.find((one) => one.priceId === priceId)

  async function checkOut(signal: AbortSignal): Promise<string> {
    const url = await createCheckout(priceId, signal)
    noteCheckoutBegun()
    return url
  }

  return (
    <>
      <Segmented label={PLANS_STRINGS.billing} segments={SEGMENTS} value={priceId} onChange={setPriceId} />
      <p className={styles.price} aria-live="polite">
        <b>{offer?.price}</b> <span>{offer?.per}</span>
      </p>
      <Button variant="gold" block isPending={isLeaving} onClick={() => leave(checkOut)}>
        {PLANS_STRINGS.become}
      </Button>
    </>
  )
}

function handleFailure(error: unknown): void {
  showPaymentFailure(error)
  // Paid in another tab: this one is behind.
  if (error instanceof ApiError && error.code === 'already_premium') void refreshPlan()
}
