import { userApi } from '@quizmaster/contract/routes/user'
import { useQuery } from '@tanstack/react-query'
import type { AnswerOf } from '@quizmaster/contract/http/endpoints'
import { MINUTE_MS } from '../../platform/durations.ts'
import { call, dataOf } from '../../platform/http.ts'
import { queryClient } from '../../platform/query-client.ts'
import { endSession } from '../../platform/session.ts'
import { useAction } from '../../platform/use-action.ts'
import { showFailure } from '../../ui/feedback/show-failure.ts'
import { showToast } from '../../ui/feedback/toast.ts'
import { timeAgo } from '../../platform/time-ago.ts'
import { Button } from '../../ui/controls/button.tsx'
import { ErrorCard } from '../../ui/feedback/error-card.tsx'
import { Sheet } from '../../ui/sheet/sheet.tsx'
import { LoadingRegion, Skeleton } from '../../ui/feedback/skeleton.tsx'
import styles from './account-sheets.module.css'
import { strings } from './strings.ts'

/** A signed-in device. */
type DeviceSession = AnswerOf<typeof userApi.listSessions>['data'][number]

const SESSIONS_KEY = ['sessions'] as const

/** The signed-in devices: this one first, then the most recently seen. */
function useSessions() {
  return useQuery({ queryKey: SESSIONS_KEY, queryFn: fetchSessions, staleTime: 0 })
}

/** Signs another device out. */
function useSignOutDevice() {
  return useAction(({ id }: DeviceSession) => call(userApi.revokeSession, undefined, { params: { id } }), {
    onDone: (_, { device, id }) => {
      queryClient.setQueryData<DeviceSession[]>(SESSIONS_KEY, (list) => list?.filter((other) => other.id !== id))
      showToast({ type: 'success', title: strings.signedOut, message: strings.signedOutOf(device) })
    },
    onFailure: (error) => {
      showFailure(strings.failed, error)
      void queryClient.invalidateQueries({ queryKey: SESSIONS_KEY })
    },
  })
}

/** Signs out on all devices including this one; the layout then redirects to the landing page. */
function useSignOutEverywhere() {
  return useAction(() => call(userApi.revokeAllSessions), {
    onDone: () => endSession(),
    onFailure: (error) => showFailure(strings.failed, error),
  })
}

async function fetchSessions({ signal }: { signal: AbortSignal }): Promise<DeviceSession[]> {
  const sessions = dataOf(await call(userApi.listSessions, undefined, { signal }))
  return sessions.toSorted((a, b) => Number(b.is_current) - Number(a.is_current) || b.last_seen_at - a.last_seen_at)
}

/** The server records the use of a session only every few minutes. */
const NOW_MS = 10 * MINUTE_MS

/** When a device was last seen: "Active now", "Last seen yesterday". Times in epoch ms. */
export function lastSeenText(atMs: number, nowMs: number): string {
  return nowMs - atMs < NOW_MS ? strings.activeNow : strings.lastSeen(timeAgo(atMs, nowMs))
}

export type DevicesSheetProps = { isOpen: boolean; onClose: () => void }

/** The user's signed-in devices, which can be signed out one by one or all at once. */
export function DevicesSheet({ isOpen, onClose }: DevicesSheetProps) {
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
      <LoadingRegion className={styles.devices ?? ''}>
        <Skeleton width="100%" height={60} />
        <Skeleton width="100%" height={60} />
      </LoadingRegion>
    )
  }
  return (
    <>
      <ul className={styles.devices}>
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
        <p className={styles.deviceName}>{session.device}</p>
        <p className={styles.seen}>
          {session.is_current ? strings.thisDevice : lastSeenText(session.last_seen_at, nowMs)}
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
