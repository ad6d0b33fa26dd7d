import { Button } from '../ui/controls/button.tsx'
import { Page } from '../ui/layout/page.tsx'
import { StateScreen } from '../ui/feedback/state-screen.tsx'
import { LoadingPage } from './loading-page.tsx'
import { Shell } from './shell.tsx'
import { strings } from './strings.ts'

/**
 * While nobody knows who is there: waiting, or the look-up has failed. The token stays, and one press asks again
 * (contract 8).
 */
export function UserPending({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  return (
    <Shell homePath="/">{error ? <LookUpFailed message={error.message} onRetry={onRetry} /> : <LoadingPage />}</Shell>
  )
}

function LookUpFailed({ message, onRetry }: { message: string; onRetry: () => void }) {
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
