import type { UserId } from '@quizmaster/contract/ids'
import { Suspense, useEffect, useState } from 'react'
import { Navigate, Outlet, useLocation, useMatch } from 'react-router'
import { useCurrentUser } from '../../features/accounts/current-user.ts'
import { DailyPosition } from '../../features/daily/daily-position.tsx'
import { sendTimeZone } from '../../features/accounts/settings.ts'
import { followProgress } from '../../features/progress/follow-progress.ts'
import { keptAnswers } from '../../features/practice/kept-answers.ts'
import { hasStoredJourney } from '../../features/practice/ready-questions.ts'
import { keepLastSeen } from '../../features/progress/last-seen.ts'
import { useStats } from '../../features/progress/stats-store.ts'
import { HeaderLevel } from '../../features/progress/level-bar.tsx'
import { lazyNamed } from '../../platform/lazy.ts'
import { useConnection } from '../../platform/connection.ts'
import { ApiError } from '../../platform/http.ts'
import { logDebug } from '../../platform/log.ts'
import { openRealtime } from '../../platform/realtime/realtime.ts'
import { storage } from '../../platform/storage.ts'
import { BottomBar } from '../../ui/layout/bottom-bar.tsx'
import { HomeIcon, UserIcon } from '../../ui/graphics/icons.tsx'
import { LoadingPage } from '../loading-page.tsx'
import { Modals } from '../modals.tsx'
import { useGameBarButton } from '../../features/games/game-bar-button.tsx'
import { CurrentGameEffects } from '../../features/games/current-game-effects.ts'
import { gameScreenAt } from '../../features/games/game-routes.ts'
import { GameStartToast } from '../../features/games/game-start-toast.tsx'
import { isPlayShown, useWatchedGame } from '../../features/games/watch/watched-game.ts'
import { Link } from '../../ui/controls/link.tsx'
import { Shell } from '../shell.tsx'
import { NewerVersion } from './newer-version.tsx'
import { strings } from '../strings.ts'
import { UserPending } from '../loading-page.tsx'

const OfflineScreen = lazyNamed(() => import('./offline.tsx'), 'OfflineScreen')

/**
 * The signed-in layout and its guard: visitors are redirected to the landing page, and a game they were invited to is
 * kept until they sign in (product 4). Screens have their own loading states, so they start before the user is known.
 */
export function AppLayout() {
  const { user, error, retry } = useCurrentUser()
  const isOffline = useOfflineStart(user === undefined, error)
  const invitation = useMatch('/app/private-game/join/:gameId')
  const { pathname } = useLocation()
  if (user === null) {
    const gameId = invitation?.params.gameId
    if (gameId !== undefined && /^\d+$/.test(gameId)) storage.set('joinGameId', gameId)
    return <Navigate to={visitorPath(pathname)} replace />
  }
  if (error && !isOffline) return <UserPending error={error} onRetry={retry} />
  return (
    <>
      {user && <Realtime userId={user.id} />}
      {user && <CurrentGameEffects userId={user.id} />}
      {user && <GameStartToast />}
      {user && <VisitorDays />}
      {user && <TimeZone key={user.id} />}
      {user && <KeptForOffline name={user.display_name ?? user.email} />}
      <SignedInShell isOffline={isOffline} />
    </>
  )
}

/** Where visitors are redirected: the Daily Ten is open to them, other screens are only for players. */
function visitorPath(pathname: string): string {
  const isDaily = /^\/app\/daily(?!\/weeks)(?:\/|$)/.test(pathname)
  return isDaily ? pathname.replace('/app', '/def') : '/base/home'
}

/** Adds the Daily Tens that this browser played before the sign-in to the account. */
function VisitorDays() {
  useEffect(() => {
    if (storage.get('dailyVisitor') === null) return
    void import('../../features/daily/keep-visitor-days.ts')
      .then(({ keepVisitorDays }) => keepVisitorDays())
      .catch((err: unknown) => logDebug('chunk_not_loaded', { err }))
  }, [])
  return null
}

/** Sends the player's time zone to the server. Otherwise days follow the time zone of the last device, or UTC. */
function TimeZone() {
  useEffect(() => {
    sendTimeZone().catch((err: unknown) => logDebug('time_zone_not_sent', { err }))
  }, [])
  return null
}

/**
 * Whether the app was started without a network, until the user is known or the server refuses. If there is a network
 * but the server can't be reached, this stays false, and the user can try again.
 */
function useOfflineStart(isUserUnknown: boolean, error: Error | null): boolean {
  const isOffline = useConnection() === 'offline'
  const [hasStarted, setStarted] = useState(false)
  const isStart = isUserUnknown && (isOffline || hasStarted) && (error === null || isUnreachable(error))
  if (isStart !== hasStarted) setStarted(isStart)
  return isStart
}

function isUnreachable(error: Error): boolean {
  return error instanceof ApiError && error.code === 'network'
}

/** Stores what the next start needs if there is no network, and sends the answers that were waiting for one. */
function KeptForOffline({ name }: { name: string }) {
  const stats = useStats()
  useEffect(() => {
    if (keptAnswers().length === 0) return
    void import('../../features/practice/answer-sender.ts')
      .then(({ answerSender }) => answerSender.sendKept())
      .catch((err: unknown) => logDebug('chunk_not_loaded', { err }))
  }, [])
  useEffect(() => {
    if (stats)
      keepLastSeen({ name, level: stats.level, rank: stats.rank_number > 0 ? stats.rank : '', atMs: Date.now() })
  }, [name, stats])
  return null
}

/** Keeps the realtime connections open while a user is signed in. */
function Realtime({ userId }: { userId: UserId }) {
  useEffect(() => {
    const close = openRealtime()
    const unfollow = followProgress(userId)
    return () => {
      unfollow()
      close()
    }
  }, [userId])
  return null
}

function SignedInShell({ isOffline }: { isOffline: boolean }) {
  const { pathname } = useLocation()
  const isPlaying = /^\/app\/(?:practice|private-game|daily\/[^/]+)\/play\/?$/.test(pathname)
  const isWatching = useWatchedGame(isPlayShown) && gameScreenAt(pathname) === 'watch'
  const isPractice = useMatch('/app/practice/play') !== null
  return (
    <>
      <Shell
        homePath="/app/dashboard"
        end={isPractice ? <HeaderLevel /> : <DailyPosition />}
        bar={!isPlaying && !isWatching && <Tabs />}
      >
        <Suspense fallback={<LoadingPage />}>
          {/* Practice with stored questions works offline, and stays on screen when the network is back. */}
          {isOffline && !(isPractice && hasStoredJourney()) ? <OfflineScreen /> : <Outlet />}
        </Suspense>
      </Shell>
      <Modals />
      <NewerVersion />
    </>
  )
}

function Tabs() {
  const isDashboard = useMatch('/app/dashboard') !== null
  // The leaderboard, My stats and the Daily Ten belong to the home screen.
  const isLeaderboard = useMatch('/app/dashboard/leaderboard') !== null
  const isStats = useMatch('/app/dashboard/stats') !== null
  const isDaily = useMatch('/app/daily/*') !== null
  const isAccount = useMatch('/app/dashboard/profile') !== null
  // The plans belong to the account screen.
  const isPlans = useMatch('/app/dashboard/premium') !== null
  return (
    <BottomBar action={useGameBarButton()}>
      <Link
        to="/app/dashboard"
        aria-current={isDashboard ? 'page' : isLeaderboard || isStats || isDaily ? 'true' : undefined}
      >
        <HomeIcon />
        {strings.home}
      </Link>
      <Link to="/app/dashboard/profile" aria-current={isAccount ? 'page' : isPlans ? 'true' : undefined}>
        <UserIcon />
        {strings.account}
      </Link>
    </BottomBar>
  )
}
