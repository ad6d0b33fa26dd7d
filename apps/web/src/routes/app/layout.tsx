import type { UserId } from '@quizmaster/contract/ids'
import { Suspense, useEffect } from 'react'
import { Link, Navigate, Outlet, useLocation, useMatch } from 'react-router'
import { useCurrentUser } from '../../features/accounts/current-user.ts'
import { DailyStep } from '../../features/daily/daily-step.tsx'
import { sendTimeZone } from '../../features/accounts/settings.ts'
import { followProgress } from '../../features/progress/follow-progress.ts'
import { HeaderLevel } from '../../features/progress/level-bar.tsx'
import { lazyNamed } from '../../platform/lazy.ts'
import { logDebug } from '../../platform/log.ts'
import { openRealtime } from '../../platform/realtime/realtime.ts'
import { storage } from '../../platform/storage.ts'
import { BottomBar } from '../../ui/layout/bottom-bar.tsx'
import { HomeIcon, UserIcon } from '../../ui/graphics/icons.tsx'
import { LoadingPage } from '../loading-page.tsx'
import { Modals } from '../modals.tsx'
import { useGameBarButton } from '../../features/games/game-bar-button.tsx'
import { CurrentGameEffects } from '../../features/games/current-game-effects.ts'
import { GameStartToast } from '../../features/games/game-start-toast.tsx'
import { Shell } from '../shell.tsx'
import { strings } from '../strings.ts'
import { UserPending } from '../loading-page.tsx'

const NameQuestion = lazyNamed(() => import('./name-question.tsx'), 'NameQuestion')

/**
 * The signed-in layout and its guard: visitors are redirected to the landing page, and a game they were invited to is
 * kept until they sign in (product 4). Screens have their own loading states, so they start before the user is known.
 */
export function AppLayout() {
  const { user, error, retry } = useCurrentUser()
  const isInLobby = useMatch('/app/private-game/lobby') !== null
  const invitation = useMatch('/app/private-game/join/:gameId')
  const { pathname } = useLocation()
  if (user === null) {
    const gameId = invitation?.params.gameId
    if (gameId !== undefined && /^\d+$/.test(gameId)) storage.set('joinGameId', gameId)
    return <Navigate to={visitorPath(pathname)} replace />
  }
  if (error) return <UserPending error={error} onRetry={retry} />
  return (
    <>
      {user && <Realtime userId={user.id} />}
      {user && <CurrentGameEffects userId={user.id} />}
      {user && <GameStartToast />}
      {user && isInLobby && (
        <Suspense fallback={null}>
          <NameQuestion user={user} />
        </Suspense>
      )}
      {user && <VisitorDays />}
      {user && <TimeZone key={user.id} />}
      <SignedInShell />
    </>
  )
}

/** Where visitors are sent: the Daily Ten is open to them, the rest is for players. */
function visitorPath(pathname: string): string {
  const isDaily = /^\/app\/daily(?!\/weeks)(?:\/|$)/.test(pathname)
  return isDaily ? pathname.replace('/app', '/def') : '/base/home'
}

/** Adds what was played in this browser before signing in to the account. */
function VisitorDays() {
  useEffect(() => {
    if (storage.get('dailyVisitor') === null) return
    void import('../../features/daily/keep-visitor-days.ts')
      .then(({ keepVisitorDays }) => keepVisitorDays())
      .catch((error: unknown) => logDebug('a chunk could not be loaded', error))
  }, [])
  return null
}

/** Sends the player's time zone to the server. Without it, days begin in the zone of the last device, or in UTC. */
function TimeZone() {
  useEffect(() => {
    sendTimeZone().catch((error: unknown) => logDebug('The time zone was not sent', error))
  }, [])
  return null
}

/** Keeps the realtime connections open while somebody is signed in. */
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

function SignedInShell() {
  const { pathname } = useLocation()
  const isPlaying = /^\/app\/(?:practice|private-game|daily\/[^/]+)\/play\/?$/.test(pathname)
  const isPractice = useMatch('/app/practice/play') !== null
  return (
    <>
      <Shell homePath="/app/dashboard" end={isPractice ? <HeaderLevel /> : <DailyStep />} bar={!isPlaying && <Tabs />}>
        <Suspense fallback={<LoadingPage />}>
          <Outlet />
        </Suspense>
      </Shell>
      <Modals />
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
