import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { showToast } from '../../ui/feedback/toast.ts'
import { closeModal } from '../modals/modal-store.ts'
import { type CurrentGame, rememberedGame, useCurrentGame } from './current-game.ts'
import { isHost } from './game.ts'
import { GAME_PATHS, gameScreenAt, type GameScreen, type RoutedGame, routeFor } from './game-routes.ts'
import { GAME_FRAME_STRINGS } from './frame-strings.ts'

/**
 * Navigates from screen to screen as the state of the current game requires (contract 8). It is mounted on every screen
 * of the app so that each change is seen once, but navigates only inside private games.
 */
export function useGameNavigation(): void {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const { game, userId, leftId, removedId } = useCurrentGame()
  const remembered = useRef(rememberedGame())
  const last = useRef<RoutedGame | null>(null)

  const id = game?.id ?? null
  const status = game?.status ?? null
  const isByHost = Boolean(game && isHost(game, userId))
  const isKnown = game !== undefined
  useEffect(() => {
    if (!isKnown) return
    const before = remembered.current
    const lost = last.current
    const now = id !== null && status !== null ? { id, status, isHost: isByHost } : null
    remembered.current = now
    last.current = now
    const screen = gameScreenAt(pathname)
    if (!now && lost && !lost.isHost && lost.id !== leftId && (screen !== null || lost.status !== 'finished')) {
      // It is unknown who closed it: the host, the server after a day, or the user in another tab.
      const title = lost.id === removedId ? GAME_FRAME_STRINGS.removed : GAME_FRAME_STRINGS.closed
      showToast({ type: 'info', title, message: '' })
    }
    const route = screen && routeFor(screen, before, now)
    if (!route) return
    // A sheet of the previous screen no longer matters.
    closeModal()
    void navigate(GAME_PATHS[route], { replace: true })
  }, [isKnown, id, status, isByHost, pathname, leftId, removedId, navigate])
}

/**
 * The current game for one of its screens; `undefined` until there is one. When its state leads to another screen,
 * which takes a moment to appear, this stays the previous state, so that a screen never shows the state for another
 * screen.
 */
export function useGameOnScreen(screen: GameScreen): Pick<CurrentGame, 'game' | 'userId'> {
  const { game, userId } = useCurrentGame()
  const [shown, setShown] = useState<CurrentGame['game']>()
  const now = game ? { id: game.id, status: game.status, isHost: isHost(game, userId) } : null
  const isLeaving = game !== undefined && routeFor(screen, shown ?? null, now) !== null
  if (!isLeaving && game !== shown) setShown(game)
  return { game: isLeaving ? shown : game, userId }
}
