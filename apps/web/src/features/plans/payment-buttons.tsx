import { paymentsApi } from '@quizmaster/contract/routes/user'
import type { PriceId } from '@quizmaster/contract/http/payments'
import { useEffect, useRef, useState } from 'react'
import { ApiError, call } from '../../platform/http.ts'
import { leavePage } from '../../platform/navigation.ts'
import { useAction } from '../../platform/use-action.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Segmented } from '../../ui/controls/segmented.tsx'
import { showFailure } from '../../ui/feedback/show-failure.ts'
import { showToast } from '../../ui/feedback/toast.ts'
import { markCheckoutStarted, refreshPlan } from './confirmation.ts'
import { OFFERS } from './offers.ts'
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

/** A Legend's button to the provider's page where the subscription is managed. */
export function ManageSubscription() {
  const { isLeaving, leave } = usePaymentPage(createPortal)
  return (
    <Button block isPending={isLeaving} onClick={() => leave()}>
      {PLANS_STRINGS.manage}
    </Button>
  )
}

interface PaymentPage<Input> {
  /** The call is pending, or the browser is about to leave. */
  isLeaving: boolean
  leave: (input: Input) => void
}

/**
 * Leaves the app for a page of the payment provider, unless the user has gone to another screen by the time its address
 * comes. Whoever returns with the browser's Back finds the button enabled again and the plan up to date.
 */
function usePaymentPage<Input = void>(
  createPage: (signal: AbortSignal, input: Input) => Promise<string>,
  onLeave?: () => void,
): PaymentPage<Input> {
  const unmount = useRef(new AbortController())
  const { run, reset, isPending, isDone } = useAction(
    async (input: Input) => {
      const { signal } = unmount.current
      const address = webAddress(await createPage(signal, input))
      signal.throwIfAborted()
      return address
    },
    {
      onDone: (address) => {
        onLeave?.()
        leavePage(address)
      },
      onFailure: (error) => {
        if (!unmount.current.signal.aborted) showPaymentFailure(error)
      },
    },
  )
  useEffect(() => {
    unmount.current = new AbortController()
    const handleShow = (event: PageTransitionEvent) => {
      if (!event.persisted) return
      reset()
      void refreshPlan()
    }
    window.addEventListener('pageshow', handleShow)
    return () => {
      window.removeEventListener('pageshow', handleShow)
      unmount.current.abort()
    }
  }, [reset])
  return { isLeaving: isPending || isDone, leave: run }
}

/** Starts a checkout and gives the address where to pay. */
async function createCheckout(signal: AbortSignal, priceId: PriceId): Promise<string> {
  const body = { price_id: priceId }
  const { url } = await call(paymentsApi.createCheckoutSession, body, { signal })
  return url
}

/** Gives the address of the page where a subscription is managed. */
async function createPortal(signal: AbortSignal): Promise<string> {
  const { url } = await call(paymentsApi.createPortalSession, undefined, { signal })
  return url
}

/** Only web pages are opened, never a script or a file. */
function webAddress(url: string): string {
  const address = URL.canParse(url, window.location.href) ? new URL(url, window.location.href) : null
  if (address?.protocol !== 'https:' && address?.protocol !== 'http:') throw new Error(PLANS_STRINGS.badAddress)
  return address.href
}

/** Says why a payment page did not open. Having no subscription to manage is not an error. */
function showPaymentFailure(error: Error): void {
  const code = error instanceof ApiError ? error.code : null
  if (code === 'no_subscription') {
    showToast({ type: 'info', title: PLANS_STRINGS.noSubscription, message: error.message })
  } else {
    showFailure(PLANS_STRINGS.failed, error)
  }
  // Paid for in another tab.
  if (code === 'already_premium') void refreshPlan()
}
