import { useEffect, useState, type RefObject } from 'react'

/**
 * Whether an element is being attended to: the mouse over it, a finger on it, or the focus inside it.
 * For what would otherwise go away by itself (WCAG 2.2.1).
 */
export function useHeld(ref: RefObject<HTMLElement | null>): boolean {
  const [isPointedAt, setIsPointedAt] = useState(false)
  const [isFocused, setIsFocused] = useState(false)
  useEffect(() => {
    const element = ref.current
    if (!element) return undefined
    const listeners = new AbortController()
    const listen = (event: string, change: () => void) =>
      element.addEventListener(event, change, { signal: listeners.signal })
    // Pointer events know fingers too: they enter on touching and leave on lifting.
    listen('pointerenter', () => setIsPointedAt(true))
    listen('pointerleave', () => setIsPointedAt(false))
    listen('focusin', () => setIsFocused(true))
    listen('focusout', () => setIsFocused(false))
    return () => listeners.abort()
  }, [ref])
  return isPointedAt || isFocused
}
