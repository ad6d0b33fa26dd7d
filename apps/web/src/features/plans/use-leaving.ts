import { useEffect, useRef, useState } from 'react'
import { leavePage } from '../../platform/leave-page.ts'
import { refreshPlan } from './confirmation.ts'
import { PLANS_STRINGS } from './strings.ts'

interface Leaving {
  /** The call is under way, or the browser is on its way out. */
  isLeaving: boolean
  leave: (askForUrl: (signal: AbortSignal) => Promise<string>) => void
}

/**
 * Leaves the app for an address that a call gives. Who goes elsewhere in the app meanwhile is not pulled away, and who
 * comes back by the browser's Back finds the button free again and the plan as it is by then.
 */
export function useLeaving(onFailure: (error: unknown) => void): Leaving {
  const [isLeaving, setIsLeaving] = useState(false)
  const asking = useRef<AbortController | null>(null)
  useEffect(() => {
    const handleShow = (event: PageTransitionEvent) => {
      if (!event.persisted) return
      setIsLeaving(false)
      void refreshPlan()
    }
    window.addEventListener('pageshow', handleShow)
    return () => {
      window.removeEventListener('pageshow', handleShow)
      asking.current?.abort()
    }
  }, [])

  async function leaveFor(askForUrl: (signal: AbortSignal) => Promise<string>) {
    const controller = new AbortController()
    asking.current = controller
    setIsLeaving(true)
    try {
      const url = await askForUrl(controller.signal)
      if (!controller.signal.aborted) leavePage(webAddress(url))
    } catch (error) {
      if (controller.signal.aborted) return
      setIsLeaving(false)
      onFailure(error)
    }
  }
  return { isLeaving, leave: (askForUrl) => void leaveFor(askForUrl) }
}

/** Only pages are followed, never a script or a file. */
function webAddress(url: string): string {
  const address = URL.canParse(url, window.location.href) ? new URL(url, window.location.href) : null
  if (address?.protocol !== 'https:' && address?.protocol !== 'http:') throw new Error(PLANS_STRINGS.badAddress)
  return address.href
}
