import { useEffect, useState } from 'react'

/** How long the old order is shown before the rows move. */
const PAUSE_MS = 500

/** Whether a ranking shows the new order: after a pause, or at once with reduced motion. */
export function useSettled(): boolean {
  const [isSettled, setIsSettled] = useState(prefersReducedMotion)
  useEffect(() => {
    const timer = setTimeout(() => setIsSettled(true), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [])
  return isSettled
}

function prefersReducedMotion(): boolean {
  return window.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? false
}
