import { clsx } from 'clsx/lite'
import styles from './spinner.module.css'

type Props = { size?: 'regular' | 'small' }

/** A rotating ring beside a text; hidden from screen readers, static under reduced motion. */
export function Spinner({ size = 'regular' }: Props) {
  return <span className={clsx(styles.spinner, size === 'small' && styles.small)} aria-hidden="true" />
}
