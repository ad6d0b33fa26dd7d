import { Page } from '../ui/layout/page.tsx'
import { LoadingRegion, Skeleton } from '../ui/feedback/skeleton.tsx'
import styles from './loading-page.module.css'

/** Stands where a screen will be while its code is on the way. */
export function LoadingPage() {
  return (
    <Page>
      <LoadingRegion className={styles.blocks ?? ''}>
        <Skeleton width="min(60%, 320px)" height={40} />
        <Skeleton width="100%" height={180} radius={24} />
        <Skeleton width="100%" height={120} radius={24} />
      </LoadingRegion>
    </Page>
  )
}
