import { LoadingRegion, Skeleton } from '../../../ui/feedback/skeleton.tsx'
import styles from './leaderboard.module.css'

const NAME_WIDTHS = ['52%', '38%', '60%', '44%', '56%', '40%', '50%', '46%'] as const

/** Rows that are loading, as high as real ones. */
export function BoardSkeleton() {
  return (
    <LoadingRegion className={styles.skeleton ?? ''}>
      <div className={styles.ghostHead} />
      {NAME_WIDTHS.map((width) => (
        <div key={width} className={styles.ghost}>
          <Skeleton width={20} height={18} />
          <Skeleton width="var(--patch)" height="var(--patch)" radius="50%" />
          <Skeleton width={width} height={18} />
          <Skeleton width={56} height={18} />
        </div>
      ))}
    </LoadingRegion>
  )
}
