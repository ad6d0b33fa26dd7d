import { type ReactNode, useRef } from 'react'
import { useReportedHeight } from '../../ui/layout/use-reported-height.ts'
import styles from './results.module.css'
import { GAME_STRINGS } from './strings.ts'

/** The actions after a game, above the bottom bar. */
export function GameDock({ children }: { children: ReactNode }) {
  const dock = useRef<HTMLElement>(null)
  useReportedHeight(dock, '--dock-height')
  return (
    <section ref={dock} className={styles.dock} aria-label={GAME_STRINGS.next}>
      <div>{children}</div>
    </section>
  )
}
