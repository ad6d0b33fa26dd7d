import type { ReactNode } from 'react'
import styles from './back-link.module.css'
import { Link } from '../controls/link.tsx'
import { BackIcon } from '../graphics/icons.tsx'

/** "Back" or the name of the previous screen, with a chevron, at the top left of the content. */
export function BackLink({ to, children = 'Back' }: { to: string; children?: ReactNode }) {
  return (
    <Link className={styles.back} to={to}>
      <BackIcon weight={2.6} />
      {children}
    </Link>
  )
}
