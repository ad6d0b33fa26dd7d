import { useState } from 'react'
import { useConnection } from '../../platform/connection.ts'
import { ApiError } from '../../platform/http.ts'
import { Button, buttonClass } from '../../ui/controls/button.tsx'
import { Link } from '../../ui/controls/link.tsx'
import { NeedsNetwork } from '../../ui/feedback/needs-network.tsx'
import { StateScreen } from '../../ui/feedback/state-screen.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { useDailyPaths } from './daily-paths.ts'
import { DAILY_STRINGS } from './strings.ts'

/**
 * Shown instead of a screen if the date has no Daily Ten or has not begun, if there is no network, or if loading failed
 * and can be retried.
 */
export function DailyFailure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const paths = useDailyPaths()
  const code = error instanceof ApiError ? error.code : null
  const isOffline = useConnection() === 'offline'
  // After going back online, the screen is fetched again once the server answers.
  const [wasOffline, setWasOffline] = useState(isOffline)
  if (isOffline && !wasOffline) setWasOffline(true)
  if (wasOffline && code === 'network') return <NeedsNetwork />
  const isDate = code === 'too_early' || code === 'not_found' || code === 'invalid_fields'
  return (
    <Page layout="center">
      {isDate ? (
        <StateScreen
          picture="empty"
          title={code === 'too_early' ? DAILY_STRINGS.notYet : DAILY_STRINGS.none}
          action={
            <Link to={paths.today} className={buttonClass({ variant: 'primary' })}>
              {DAILY_STRINGS.today}
            </Link>
          }
        />
      ) : (
        <StateScreen
          picture="error"
          title={DAILY_STRINGS.failed}
          action={
            <Button variant="primary" onClick={onRetry}>
              {DAILY_STRINGS.tryAgain}
            </Button>
          }
        />
      )}
    </Page>
  )
}
