import { clsx } from 'clsx/lite'
import { type ReactNode, useRef } from 'react'
import { useReportedHeight } from '../../ui/layout/use-reported-height.ts'
import styles from './daily-dock.module.css'
import { useDailyPaths } from './daily-paths.ts'

/** Two buttons side by side above the bottom bar; visitors have no bar. */
export function DailyDock({ children }: { children: ReactNode }) {
  const dock = useRef<HTMLDivElement>(null)
  useReportedHeight(dock, '--dock-height')
  const { isVisitor } = useDailyPaths()
  return (
    <div ref={dock} className={clsx(styles.dock, isVisitor && styles.lowest)}>
      <div>{children}</div>
    </div>
  )
}
