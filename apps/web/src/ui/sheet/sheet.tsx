import { useEffect, useId, useLayoutEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import { createPortal } from 'react-dom'
import { clsx } from 'clsx/lite'
import { iconButtonClass } from '../controls/icon-button.tsx'
import { CrossIcon } from '../graphics/always-loaded-icons.tsx'
import { isPointerDown, onPointerChange } from './pointer-down.ts'
import styles from './sheet.module.css'
import { useModalDialog } from './use-modal-dialog.ts'

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

/** Keeps a closed sheet rendered until its exit animation has ended. */
function useIsPresent(panel: RefObject<HTMLElement | null>, isShown: boolean): boolean {
  const [isPresent, setIsPresent] = useState(isShown)
  if (isShown && !isPresent) setIsPresent(true)
  useLayoutEffect(() => {
    if (isShown || !isPresent) return undefined
    let isReopened = false
    const remove = () => {
      if (!isReopened) setIsPresent(false)
    }
    const exits = panel.current?.getAnimations?.() ?? []
    if (exits.length === 0) remove()
    else void Promise.allSettled(exits.map(({ finished }) => finished)).then(remove)
    return () => {
      isReopened = true
    }
  }, [panel, isShown, isPresent])
  return isPresent
}

/**
 * The modal dialog: a sheet from the bottom on phones, a centred card on larger screens. Returns the focus on closing.
 */
export function Sheet(props: Props) {
  const { isOpen, onClose, title, children, align = 'start', height = 'content', initialFocus } = props
  const titleId = useId()
  const panelRef = useRef<HTMLDialogElement>(null)
  const titleRef = useRef<HTMLHeadingElement>(null)
  const isShown = useOpenWhenReleased(isOpen)
  const isPresent = useIsPresent(panelRef, isShown)
  useModalDialog({
    panel: panelRef,
    isOpen: isShown,
    onEscape: onClose,
    firstFocus: () => initialFocus?.current ?? titleRef.current,
  })

  if (!isPresent) return null
  const state = isShown ? 'open' : 'closed'
  return createPortal(
    <div>
      <div
        className={styles.backdrop}
        data-state={state}
        data-backdrop
        role="presentation"
        onClick={isShown ? onClose : undefined}
      />
      <dialog
        open
        ref={panelRef}
        className={clsx(styles.sheet, align === 'center' && styles.center, height !== 'content' && styles[height])}
        data-state={state}
        aria-labelledby={titleId}
        inert={!isShown}
      >
        <span className={styles.grab} aria-hidden="true" />
        <h2 id={titleId} className={styles.title} ref={titleRef} tabIndex={-1}>
          {title}
        </h2>
        {children}
        <button
          type="button"
          className={clsx(iconButtonClass({ size: 'small', ground: 'soft' }), styles.close)}
          aria-label="Close"
          onClick={onClose}
        >
          <CrossIcon weight={2.6} />
        </button>
      </dialog>
    </div>,
    document.body,
  )
}
