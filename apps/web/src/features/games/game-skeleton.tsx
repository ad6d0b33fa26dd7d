import { Card } from '../../ui/layout/card.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { LoadingRegion, Skeleton } from '../../ui/feedback/skeleton.tsx'
import styles from './game-skeleton.module.css'

const ROWS = ['46%', '34%', '52%', '40%'] as const

/** Shown on a game's screens until the game is known. */
export function GameSkeleton() {
  return (
    <Page>
      <LoadingRegion className={styles.blocks ?? ''}>
        <Skeleton width="min(50%, 240px)" height={44} />
        <div className={styles.columns}>
          <Card className={styles.picture}>
            <Skeleton width={176} height={176} radius={20} />
            <Skeleton width="100%" height={52} radius={16} />
            <Skeleton width="min(60%, 200px)" height={36} />
          </Card>
          <Card className={styles.rows}>
            {ROWS.map((width) => (
              <div key={width} className={styles.row}>
                <Skeleton width={40} height={40} radius={12} />
                <Skeleton width={width} height={18} />
              </div>
            ))}
          </Card>
        </div>
      </LoadingRegion>
    </Page>
  )
}
