import { useEffect, useRef, useState, type RefObject } from 'react'
import { clsx } from 'clsx/lite'
import { IconButton } from '../controls/icon-button.tsx'
import { CrossIcon, InfoIcon, TickIcon, WarningIcon } from '../graphics/always-loaded-icons.tsx'
import { dismissToast, useToasts, type Toast, type ToastType } from './toast.ts'
import styles from './toaster.module.css'

const ICONS: Record<ToastType, typeof TickIcon> = {
  success: TickIcon,
  error: CrossIcon,
  warning: WarningIcon,
  info: InfoIcon,
}

/** Dismisses the toast when its time is up; while paused, the remaining time is kept. */
function useLifetime({ id, durationMs, isLeaving }: Toast, isPaused: boolean): void {
  const leftMs = useRef(durationMs)
  useEffect(() => {
    if (isPaused || isLeaving) return undefined
    const startedAtMs = Date.now()
    const timer = setTimeout(() => dismissToast(id), leftMs.current)
    return () => {
      clearTimeout(timer)
      leftMs.current = Math.max(0, leftMs.current - (Date.now() - startedAtMs))
    }
  }, [id, isPaused, isLeaving])
}

/** Whether the pointer is over an element or the focus inside it. Pauses what would otherwise time out (WCAG 2.2.1). */
function useIsAttended(ref: RefObject<HTMLElement | null>): boolean {
  const [isPointedAt, setIsPointedAt] = useState(false)
  const [isFocused, setIsFocused] = useState(false)
  useEffect(() => {
    const element = ref.current
    if (!element) return undefined
    const listeners = new AbortController()
    const listen = (event: string, change: () => void) =>
      element.addEventListener(event, change, { signal: listeners.signal })
    // For a finger, these fire on touching and lifting.
    listen('pointerenter', () => setIsPointedAt(true))
    listen('pointerleave', () => setIsPointedAt(false))
    listen('focusin', () => setIsFocused(true))
    listen('focusout', () => setIsFocused(false))
    return () => listeners.abort()
  }, [ref])
  return isPointedAt || isFocused
}

function ToastCard({ toast }: { toast: Toast }) {
  const ref = useRef<HTMLLIElement>(null)
  const isPaused = useIsAttended(ref)
  useLifetime(toast, isPaused)
  const Icon = ICONS[toast.type]
  const looks = [styles.toast, styles[toast.type], isPaused && styles.paused, toast.isLeaving && styles.leaving]

  return (
    <li ref={ref} className={clsx(...looks)} data-toast={toast.type}>
      <span className={styles.icon}>
        <Icon weight={2.6} />
      </span>
      <div>
        <p className={styles.title}>{toast.title}</p>
        {toast.message !== '' && <p className={styles.message}>{toast.message}</p>}
      </div>
      <IconButton
        label="Dismiss"
        icon={<CrossIcon weight={2.4} />}
        size="small"
        ground="bare"
        onClick={() => dismissToast(toast.id)}
      />
      <span className={styles.bar} style={{ animationDuration: `${toast.durationMs}ms` }} aria-hidden="true" />
    </li>
  )
}

/**
 * The stack of toasts, top right under the header. Rendered once, outside the app frame, which a sheet transforms. Not a
 * live region itself: `showToast` announces each toast.
 */
export function Toaster() {
  const toasts = useToasts((state) => state.toasts)
  return (
    <ol className={styles.stack} data-toasts>
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </ol>
  )
}
