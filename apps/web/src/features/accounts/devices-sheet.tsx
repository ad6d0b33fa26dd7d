import { Button } from '../../ui/controls/button.tsx'
import { ErrorCard } from '../../ui/feedback/error-card.tsx'
import { Sheet } from '../../ui/sheet/sheet.tsx'
import { LoadingRegion, Skeleton } from '../../ui/feedback/skeleton.tsx'
import styles from './devices-sheet.module.css'
import { strings } from './strings.ts'
import { lastSeenInWords } from './last-seen.ts'
import { useSessions, useSignOutDevice, useSignOutEverywhere, type DeviceSession } from './use-sessions.ts'

type Props = { isOpen: boolean; onClose: () => void }

/** Where the user is signed in, and the ways to end that: device by device, or all at once. */
export function DevicesSheet({ isOpen, onClose }: Props) {
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={strings.signedInDevices}>
      <Devices />
    </Sheet>
  )
}

function Devices() {
  const sessions = useSessions()
  const everywhere = useSignOutEverywhere()
  if (sessions.isError && !sessions.data) {
    return <ErrorCard onRetry={() => void sessions.refetch()} isRetrying={sessions.isFetching} />
  }
  if (!sessions.data) {
    return (
      <LoadingRegion className={styles.list ?? ''}>
        <Skeleton width="100%" height={60} />
        <Skeleton width="100%" height={60} />
      </LoadingRegion>
    )
  }
  return (
    <>
      <ul className={styles.list}>
        {sessions.data.map((session) => (
          <Device key={session.id} session={session} nowMs={sessions.dataUpdatedAt} />
        ))}
      </ul>
      <Button variant="danger" block isPending={everywhere.isPending} onClick={() => everywhere.run()}>
        {strings.signOutEverywhere}
      </Button>
    </>
  )
}

function Device({ session, nowMs }: { session: DeviceSession; nowMs: number }) {
  const { run, isPending } = useSignOutDevice()
  return (
    <li className={styles.device}>
      <div>
        <p className={styles.name}>{session.device}</p>
        <p className={styles.seen}>
          {session.is_current ? strings.thisDevice : lastSeenInWords(session.last_seen_at, nowMs)}
        </p>
      </div>
      {!session.is_current && (
        <Button
          size="small"
          aria-label={strings.signOutOf(session.device)}
          isPending={isPending}
          onClick={() => run(session)}
        >
          {strings.signOut}
        </Button>
      )}
    </li>
  )
}
