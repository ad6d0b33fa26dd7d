import { Page } from '../../../ui/page.tsx'
import { LoadingRegion, Skeleton } from '../../../ui/skeleton.tsx'
import styles from './game-skeleton.module.css'

/** A lobby or its results before anything is known of the game. */
export function GameSkeleton() {
  return (
    <Page>
      <LoadingRegion className={styles.blocks ?? ''}>
        <Skeleton width="min(50%, 240px)" height={44} />
        <div className={styles.columns}>
          <Skeleton width="100%" height={352} radius={24} />
          <Skeleton width="100%" height={240} radius={24} />
        </div>
      </LoadingRegion>
    </Page>
  )
}
