import { type ReactNode, useRef } from 'react'
import styles from './bottom-bar.module.css'
import { useReportedHeight } from './use-reported-height.ts'

type Props = {
  /** The tabs: links with an icon and a label, `aria-current="page"` on the current one. */
  children: ReactNode
  /**
   * A button beside the tabs. `null` reserves its space, so that it can appear without moving them; `undefined` does
   * not.
   */
  action?: ReactNode
}

/** The bar at the bottom of the signed-in app; it covers the safe area of phones. */
export function BottomBar({ children, action }: Props) {
  const bar = useRef<HTMLElement>(null)
  useReportedHeight(bar, '--bar-height')
  return (
    <nav ref={bar} className={styles.bar} aria-label="Main">
      <div className={styles.row}>
        {children}
        {action !== undefined && <div className={styles.action}>{action}</div>}
      </div>
    </nav>
  )
}
