import { type ReactNode, useRef } from 'react'
import styles from './bottom-bar.module.css'
import { useReportedHeight } from './use-reported-height.ts'

type Props = {
  /** The tabs: links holding an icon and a word, `aria-current="page"` on the one that is open. */
  children: ReactNode
  /**
   * The button of the moment. `null` keeps its place free, so that the tabs do not move when it comes;
   * left out, the tabs share the whole bar.
   */
  action?: ReactNode
}

/** The bar at the bottom of the signed-in app; it owns the inset at the bottom of phones. */
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
