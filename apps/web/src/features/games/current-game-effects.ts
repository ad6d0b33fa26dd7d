import type { UserId } from '@quizmaster/contract/ids'
import { useEffect } from 'react'
import { prefetchChunk, whenIdle } from '../../platform/lazy.ts'
import { timeLeftMs } from '../../platform/server-clock.ts'
import { followCurrentGame, refreshCurrentGame, useCurrentGame } from './current-game.ts'
import { isHost } from './game.ts'
import { beginPlay } from './game-calls.ts'
import { useAwakeInGame } from './use-awake-in-game.ts'
import { useGameNavigation } from './use-game-navigation.ts'
import { useOverdueRefresh } from './use-overdue-refresh.ts'
import { useWatchedGame } from './watch/watched-game.ts'

/** Everything that the user's current game requires on every screen of `/app`. */
export function CurrentGameEffects({ userId }: { userId: UserId }) {
  useEffect(() => followCurrentGame(userId), [userId])
  useClockRefresh()
  useOverdueRefresh()
  useBeginPlay()
  usePrefetchedScreens()
  useGameNavigation()
  useAwakeInGame()
  return null
}

/** Fetches the server's time before it matters: when a countdown begins, and after the page was hidden. */
function useClockRefresh(): void {
  const isStarting = useCurrentGame(({ game }) => game?.status === 'starting')
  useEffect(() => {
    if (isStarting) refreshCurrentGame()
  }, [isStarting])
  useEffect(() => {
    const handleVisibility = () => {
      if (document.visibilityState === 'visible' && useCurrentGame.getState().game) refreshCurrentGame()
    }
    document.addEventListener('visibilitychange', handleVisibility)
    return () => document.removeEventListener('visibilitychange', handleVisibility)
  }, [])
}

/**
 * The host's app opens the first question when the countdown ends, on any screen. A refusal is harmless: another tab
 * was faster, or the server opens the question a second later.
 */
function useBeginPlay(): void {
  const id = useCurrentGame(({ game, userId }) =>
    game && game.status === 'starting' && isHost(game, userId) ? game.id : null,
  )
  const endsAtMs = useCurrentGame(({ game }) => game?.phase_ends_at ?? null)
  useEffect(() => {
    if (id === null || endsAtMs === null) return undefined
    const timer = setTimeout(() => void beginPlay().catch(refreshCurrentGame), timeLeftMs(endsAtMs))
    return () => clearTimeout(timer)
  }, [id, endsAtMs])
}

const SCREENS = [() => import('./lobby.tsx'), () => import('./game-play.tsx'), () => import('./results.tsx')]

/** Prefetches the game's screens: a game does not wait for a download, and may end while the server is unreachable. */
function usePrefetchedScreens(): void {
  const status = useCurrentGame(({ game }) => game?.status)
  const watchedStatus = useWatchedGame(({ watched }) => watched?.status)
  useEffect(() => {
    // Repeated on each change, because an earlier attempt may have failed. A loaded chunk is not fetched again.
    if ((status ?? watchedStatus) !== undefined) whenIdle(() => SCREENS.forEach(prefetchChunk))
  }, [status, watchedStatus])
}
