import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useActiveGame } from '../../features/games/active-game.ts'
import { isHost } from '../../features/games/game-facts.ts'
import { GAME_PATHS, gameScreenAt, type RoutedGame, wayOf } from '../../features/games/game-routing.ts'
import { lastSeenGame } from '../../features/games/last-seen-game.ts'
import { GAME_STRINGS } from '../../features/games/strings.ts'
import { closeModal } from '../../features/modals/modal-store.ts'
import { showToast } from '../../ui/feedback/toast.ts'

/**
 * Leads from screen to screen as the state of the game asks (contract 8). It looks on everywhere in the app, so that a
 * change is taken note of once; it leads only inside private games.
 */
export function useGameRouting(): void {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const { game, userId, leftId } = useActiveGame()
  const seen = useRef(lastSeenGame())
  const present = useRef<RoutedGame | null>(null)

  const id = game?.id ?? null
  const status = game?.status ?? null
  const isByHost = Boolean(game && isHost(game, userId))
  const isKnown = game !== undefined
  useEffect(() => {
    if (!isKnown) return
    const before = seen.current
    const last = present.current
    const now = id !== null && status !== null ? { id, status, isHost: isByHost } : null
    seen.current = now
    present.current = now
    const screen = gameScreenAt(pathname)
    if (!now && last && !last.isHost && last.id !== leftId && (screen !== null || last.status !== 'finished')) {
      // By whom is not known: the host, the server after a day, or the player's own other tab.
      showToast({ type: 'info', title: GAME_STRINGS.closed, message: '' })
    }
    const way = screen && wayOf(screen, before, now)
    if (!way) return
    // What was being asked on the screen before is answered by the change itself.
    closeModal()
    void navigate(GAME_PATHS[way], { replace: true })
  }, [isKnown, id, status, isByHost, pathname, leftId, navigate])
}
