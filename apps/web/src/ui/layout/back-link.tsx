import { Link } from 'react-router'
import styles from './back-link.module.css'
import { BackIcon } from '../graphics/icons.tsx'

/** "Back" with a chevron, at the top left of the content. */
export function BackLink({ to }: { to: string }) {
  return (
    <Link className={styles.back} to={to}>
      <BackIcon weight={2.6} />
      Back
    </Link>
  )
}
