import { useEffect } from 'react'
import { askActiveGame, useActiveGame } from './active-game.ts'
import { beginPlay } from './game-calls.ts'
import { isHost } from './game-facts.ts'
import { timeLeftMs } from './use-time-left.ts'

/**
 * The host's app opens the first question at the end of the countdown, whatever screen it shows. A refusal is harmless:
 * another tab was faster, or the server does it a second later (contract 6).
 */
export function useBeginPlay(): void {
  const id = useActiveGame(({ game, userId }) =>
    game && game.status === 'starting' && isHost(game, userId) ? game.id : null,
  )
  const endsAtMs = useActiveGame(({ game }) => game?.phase_ends_at ?? null)
  useEffect(() => {
    if (id === null || endsAtMs === null) return undefined
    const timer = setTimeout(() => void beginPlay().catch(askActiveGame), timeLeftMs(endsAtMs))
    return () => clearTimeout(timer)
  }, [id, endsAtMs])
}
