import { useEffect, useRef } from 'react'
import { classNames } from '../class-names.ts'
import { IconButton } from '../controls/icon-button.tsx'
import { CrossIcon, InfoIcon, TickIcon, WarningIcon } from '../graphics/icons.tsx'
import { dismissToast, useToasts, type Toast, type ToastType } from './toast.ts'
import styles from './toaster.module.css'
import { useHeld } from './use-held.ts'

const ICONS: Record<ToastType, typeof TickIcon> = {
  success: TickIcon,
  error: CrossIcon,
  warning: WarningIcon,
  info: InfoIcon,
}

/** Runs the toast's time; what is left when it is held is kept for when it is let go. */
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

function ToastCard({ toast }: { toast: Toast }) {
  const ref = useRef<HTMLLIElement>(null)
  const isPaused = useHeld(ref)
  useLifetime(toast, isPaused)
  const Icon = ICONS[toast.type]
  const looks = [styles.toast, styles[toast.type], isPaused && styles.paused, toast.isLeaving && styles.leaving]

  return (
    <li ref={ref} className={classNames(...looks)} data-toast={toast.type}>
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
 * The stack of toasts, top right under the header. Stands once in the app, outside the app frame, which
 * a sheet moves. Silent itself: `showToast` writes to the live regions.
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
