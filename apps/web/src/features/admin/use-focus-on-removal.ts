import { type RefObject, useLayoutEffect } from 'react'

/** Moves the focus to the screen's heading if the element is removed while it has the focus, as a resolved card is. */
export function useFocusOnRemoval(ref: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = ref.current
    return () => {
      if (!element?.contains(document.activeElement)) return
      const heading = document.querySelector<HTMLElement>('main h1')
      heading?.focus({ preventScroll: true })
    }
  }, [ref])
}
