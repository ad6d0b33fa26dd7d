import { Dialog } from 'radix-ui'
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import { clsx } from 'clsx/lite'
import { iconButtonClass } from '../controls/icon-button.tsx'
import { CrossIcon } from '../graphics/landing-icons.tsx'
import { markPanelOpen } from './open-panels.ts'
import { isPointerDown, onPointerChange } from './pointer-down.ts'
import styles from './sheet.module.css'

type Props = {
  isOpen: boolean
  /** Called by the close button, the backdrop and Escape. */
  onClose: () => void
  title: string
  children: ReactNode
  align?: 'start' | 'center'
  /** `content` fits the content; `fixed` and `tall` keep one height while the content changes. */
  height?: 'content' | 'fixed' | 'tall'
  /** What gets the focus first; the title by default. */
  initialFocus?: RefObject<HTMLElement | null>
}

/** Opens only while no pointer is down, so that a press aimed at something else never lands on the sheet. */
function useOpenWhenReleased(isOpen: boolean): boolean {
  const [isShown, setIsShown] = useState(isOpen && !isPointerDown())
  useEffect(() => {
    const update = () => setIsShown((shown) => isOpen && (shown || !isPointerDown()))
    update()
    return onPointerChange(update)
  }, [isOpen])
  return isShown && isOpen
}

/** A press on a toast is not a press on the backdrop. */
function isOnToast(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[data-toasts]') !== null
}

/** The modal dialog: a sheet from the bottom on phones, a centred card on larger screens. Returns the focus on closing. */
export function Sheet(props: Props) {
  const { isOpen, onClose, title, children, align = 'start', height = 'content', initialFocus } = props
  const titleRef = useRef<HTMLHeadingElement>(null)
  const openerRef = useRef<Element | null>(null)
  const isShown = useOpenWhenReleased(isOpen)
  useEffect(() => (isShown ? markPanelOpen() : undefined), [isShown])

  return (
    <Dialog.Root open={isShown} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className={styles.backdrop} data-backdrop />
        <Dialog.Content
          className={clsx(styles.sheet, align === 'center' && styles.center, height !== 'content' && styles[height])}
          aria-describedby={undefined}
          onOpenAutoFocus={(event) => {
            event.preventDefault()
            openerRef.current = document.activeElement
            ;(initialFocus?.current ?? titleRef.current)?.focus()
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            if (openerRef.current instanceof HTMLElement) openerRef.current.focus()
          }}
          onInteractOutside={(event) => isOnToast(event.target) && event.preventDefault()}
        >
          <span className={styles.grab} aria-hidden="true" />
          <Dialog.Title className={styles.title} ref={titleRef} tabIndex={-1}>
            {title}
          </Dialog.Title>
          {children}
          <Dialog.Close
            className={clsx(iconButtonClass({ size: 'small', ground: 'soft' }), styles.close)}
            aria-label="Close"
          >
            <CrossIcon weight={2.6} />
          </Dialog.Close>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
