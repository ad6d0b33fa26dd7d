import { useEffect } from 'react'
import { refreshCurrentGame, useCurrentGame } from './current-game.ts'
import { timeLeftMs } from './server-clock.ts'

/** Later than the server ends any phase by itself (1 s of grace, a sweep every 500 ms) and an update is on its way. */
const OVERDUE_AFTER_MS = 3_000

/**
 * Asks for the game, once a phase, if its end has passed and nothing was heard. An update can be lost for good: a server
 * that is killed right after it has saved a change tells nobody, and after the last question nothing else would follow.
 */
export function useOverdueRefresh(): void {
  const endsAtMs = useCurrentGame(({ game }) => game?.phase_ends_at ?? null)
  useEffect(() => {
    if (endsAtMs === null) return undefined
    const timer = setTimeout(refreshCurrentGame, timeLeftMs(endsAtMs) + OVERDUE_AFTER_MS)
    return () => clearTimeout(timer)
  }, [endsAtMs])
}
