import { clsx } from 'clsx/lite'
import styles from './spinner.module.css'

type Props = { size?: 'regular' | 'small' }

/** A turning ring beside words that say what is going on; silent, and still under reduced motion. */
export function Spinner({ size = 'regular' }: Props) {
  return <span className={clsx(styles.spinner, size === 'small' && styles.small)} aria-hidden="true" />
}
