import { type RefObject, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { markPanelOpen, topPanel } from './open-panels.ts'

const TABBABLE =
  ':is(a[href], button, input, select, textarea, summary, [tabindex]):not(:disabled, [tabindex="-1"], [type="hidden"])'

type Options = {
  panel: RefObject<HTMLElement | null>
  isOpen: boolean
  onEscape: () => void
  /** What gets the focus when the dialog opens. */
  firstFocus: () => HTMLElement | null
  /** What gets the focus when the dialog closes; by default what had it before. */
  lastFocus?: () => HTMLElement | null
  /** Whether the dialog covers the whole screen. */
  hidesApp?: boolean
}

/**
 * Makes a panel modal while it is open: everything except toasts and live regions is inert, the focus stays inside, and
 * Escape closes the panel. `showModal` of `<dialog>` would make live regions inert too, so nothing could be announced
 * (decision 18).
 */
export function useModalDialog({ panel, isOpen, onEscape, firstFocus, lastFocus, hidesApp = false }: Options): void {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (!panel.current || topPanel() !== panel.current) return
    if (event.key === 'Tab') keepInside(event, panel.current)
    if (event.key !== 'Escape' || event.defaultPrevented) return
    event.preventDefault()
    onEscape()
  })
  const focusFirst = useEffectEvent(() => firstFocus()?.focus())
  const opener = useRef<Element | null>(null)
  const giveFocusBack = useEffectEvent(() => {
    const target = lastFocus ? lastFocus() : opener.current
    if (target instanceof HTMLElement) target.focus({ preventScroll: true })
  })

  useLayoutEffect(() => {
    const element = panel.current
    if (!isOpen || !element) {
      // Done again here, because React restores the focus while it removes or changes elements.
      if (opener.current) giveFocusBack()
      opener.current = null
      return undefined
    }
    opener.current = document.activeElement
    const unmark = markPanelOpen(element, { hidesApp })
    focusFirst()
    let focused = document.activeElement
    const noteFocus = () => {
      focused = document.activeElement
    }
    // The focused element may be removed when the content changes.
    const observer = new MutationObserver(() => {
      if (focused?.isConnected === false && topPanel() === element) focusFirst()
    })
    observer.observe(element, { childList: true, subtree: true })
    element.addEventListener('focusin', noteFocus)
    document.addEventListener('keydown', handleKey)
    return () => {
      observer.disconnect()
      element.removeEventListener('focusin', noteFocus)
      document.removeEventListener('keydown', handleKey)
      unmark()
      giveFocusBack()
    }
  }, [panel, isOpen, hidesApp])
}

/** Moves the focus from the last control to the first and vice versa, instead of out of the dialog. */
function keepInside(event: KeyboardEvent, panel: HTMLElement): void {
  const controls = [...panel.querySelectorAll<HTMLElement>(TABBABLE)].filter(isVisible)
  const [first = panel, last = panel] = [controls[0], controls.at(-1)]
  const focused = document.activeElement ?? document.body
  const isBeforeFirst = Boolean(focused.compareDocumentPosition(first) & Node.DOCUMENT_POSITION_FOLLOWING)
  const isAtEnd = event.shiftKey ? focused === first || isBeforeFirst : focused === last || !panel.contains(focused)
  if (!isAtEnd) return
  event.preventDefault()
  ;(event.shiftKey ? last : first).focus()
}

/** Whether an element is visible. True in browsers without `checkVisibility`. */
function isVisible(element: HTMLElement): boolean {
  return (
    !('checkVisibility' in element) || element.checkVisibility({ visibilityProperty: true, checkVisibilityCSS: true })
  )
}
