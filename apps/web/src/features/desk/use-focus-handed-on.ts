import { type RefObject, useLayoutEffect } from 'react'

/**
 * When an element goes away with the focus in it, as a card does that has been dealt with, the focus goes to the
 * screen's heading instead of nowhere.
 */
export function useFocusHandedOn(ref: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = ref.current
    return () => {
      if (!element?.contains(document.activeElement)) return
      const heading = document.querySelector<HTMLElement>('main h1')
      heading?.focus({ preventScroll: true })
    }
  }, [ref])
}
