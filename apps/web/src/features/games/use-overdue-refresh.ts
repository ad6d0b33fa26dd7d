import { useEffect } from 'react'
import { timeLeftMs } from '../../platform/server-clock.ts'
import { refreshCurrentGame, useCurrentGame } from './current-game.ts'

/**
 * Enough time for the server to end any phase by itself (1 s grace, a sweep every 500 ms) and for the update to arrive.
 */
const OVERDUE_AFTER_MS = 3_000

/**
 * Requests the game, once per phase, if the phase should have ended and no update has arrived. An update can be lost
 * for good: a server that is killed right after saving a change notifies nobody, and after the last question no update
 * follows.
 */
export function useOverdueRefresh(): void {
  const endsAtMs = useCurrentGame(({ game }) => game?.phase_ends_at ?? null)
  useEffect(() => {
    if (endsAtMs === null) return undefined
    const timer = setTimeout(refreshCurrentGame, timeLeftMs(endsAtMs) + OVERDUE_AFTER_MS)
    return () => clearTimeout(timer)
  }, [endsAtMs])
}
