import { useLayoutEffect, useRef } from 'react'
import { ApiError } from '../../platform/http.ts'
import { leavePage } from '../../platform/navigation.ts'
import { useAction } from '../../platform/use-action.ts'
import { showFailure } from '../../ui/feedback/show-failure.ts'
import { showToast } from '../../ui/feedback/toast.ts'
import { refreshPlan } from './confirmation.ts'
import { PLANS_STRINGS } from './strings.ts'

interface PaymentPage<Input> {
  /** The call is pending, or the browser is about to leave the page. */
  isLeaving: boolean
  leave: (input: Input) => void
}

/**
 * Leaves the app for a page of the payment provider, unless the user has gone to another screen before its URL arrives.
 * If the user returns with the browser's Back, the button is enabled again and the plan is up to date.
 */
export function usePaymentPage<Input = void>(
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
  // Aborted in a layout effect, together with the screen: a passive effect would run later, and the URL may arrive
  // first.
  useLayoutEffect(() => {
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

/** Checks the URL: only web pages are opened, never a script or a file. */
function webAddress(url: string): string {
  const address = URL.canParse(url, window.location.href) ? new URL(url, window.location.href) : null
  if (address?.protocol !== 'https:' && address?.protocol !== 'http:') throw new Error(PLANS_STRINGS.badAddress)
  return address.href
}

/** Shows why a payment page did not open. Having no subscription to manage is not an error. */
function showPaymentFailure(error: Error): void {
  const code = error instanceof ApiError ? error.code : null
  if (code === 'no_subscription') {
    showToast({ type: 'info', title: PLANS_STRINGS.noSubscription, message: error.message })
  } else {
    showFailure(PLANS_STRINGS.failed, error)
  }
  // The user paid in another tab.
  if (code === 'already_premium') void refreshPlan()
}
