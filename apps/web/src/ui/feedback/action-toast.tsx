import { useEffect, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { IconButton } from '../controls/icon-button.tsx'
import { CrossIcon, InfoIcon } from '../graphics/always-loaded-icons.tsx'
import { announceNow } from './announce.tsx'
import styles from './action-toast.module.css'

type Props = {
  title: string
  /** The text of `children`, to be read out with the title. */
  action: string
  /** The link or button of the toast. */
  children: ReactNode
  onDismiss: () => void
}

/**
 * A toast with a link or button, at the top of the stack. It stays until it is dismissed or no longer rendered. It is
 * read out once, immediately; the focus stays where it is.
 */
export function ActionToast({ title, action, children, onDismiss }: Props) {
  useEffect(() => announceNow(`${title}. ${action}`), [title, action])
  const stack = document.querySelector('[data-toasts]')
  if (!stack) return null
  return createPortal(
    <li className={styles.toast} data-toast="info" data-lasting>
      <span className={styles.icon}>
        <InfoIcon weight={2.6} />
      </span>
      <p className={styles.title}>{title}</p>
      {children}
      <IconButton label="Dismiss" icon={<CrossIcon weight={2.4} />} size="small" ground="bare" onClick={onDismiss} />
    </li>,
    stack,
  )
}
