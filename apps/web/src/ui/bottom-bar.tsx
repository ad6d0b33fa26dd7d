import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import styles from './bottom-bar.module.css'

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
  useHeightTold(bar)
  return (
    <nav ref={bar} className={styles.bar} aria-label="Main">
      <div className={styles.row}>
        {children}
        {action !== undefined && <div className={styles.action}>{action}</div>}
      </div>
    </nav>
  )
}

/** What stands over the bar keeps clear of its true height (tokens.css): large letters make it higher. */
function useHeightTold(bar: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (!bar.current || typeof ResizeObserver === 'undefined') return undefined
    const { style } = document.documentElement
    const observer = new ResizeObserver(([entry]) => {
      const height = entry?.borderBoxSize[0]?.blockSize
      if (height !== undefined) style.setProperty('--bar-height', `${height}px`)
    })
    observer.observe(bar.current, { box: 'border-box' })
    return () => {
      observer.disconnect()
      style.removeProperty('--bar-height')
    }
  }, [bar])
}
