import { Page } from '../ui/layout/page.tsx'
import { LoadingRegion, Skeleton } from '../ui/feedback/skeleton.tsx'
import styles from './loading-page.module.css'
import { Button } from '../ui/controls/button.tsx'
import { StateScreen } from '../ui/feedback/state-screen.tsx'
import { Shell } from './shell.tsx'
import { strings } from './strings.ts'

/** Shown in place of a screen while its code is loading. */
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

/** Shown until the user is known. If the call fails, the token is kept and there is a button to retry (contract 8). */
export function UserPending({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  return (
    <Shell homePath="/">{error ? <UserFailed message={error.message} onRetry={onRetry} /> : <LoadingPage />}</Shell>
  )
}

function UserFailed({ message, onRetry }: { message: string; onRetry: () => void }) {
  const retry = (
    <Button variant="primary" onClick={onRetry}>
      {strings.tryAgain}
    </Button>
  )
  return (
    <Page layout="center">
      <StateScreen picture="error" title={strings.userUnknown} note={message} action={retry} />
    </Page>
  )
}
