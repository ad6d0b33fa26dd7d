import { useEffect, useRef } from 'react'
import { useParams } from 'react-router'
import { GAME_PATHS } from './game-routes.ts'
import { GAME_STRINGS } from './strings.ts'
import { type Destination, joinOrWatch } from './watch/watch-calls.ts'
import { ApiError } from '../../platform/http.ts'
import { storage } from '../../platform/storage.ts'
import { showToast } from '../../ui/feedback/toast.ts'
import { useNavigateWhileMounted } from '../../platform/navigation.ts'
import { GameSkeleton } from './game-skeleton.tsx'

/** Joins the game of a link once, or watches it if it has started, and navigates to the resulting screen. */
export function JoinGameByLink() {
  const { gameId = '' } = useParams()
  const navigate = useNavigateWhileMounted()
  const joining = useRef<string | null>(null)
  useEffect(() => {
    if (joining.current === gameId) return
    joining.current = gameId
    void joinByLink(gameId).then((to) => to && navigate(to.path, { replace: true, state: to.state }))
  }, [gameId, navigate])
  return <GameSkeleton />
}

/** Where joining leads; null if the session has ended, which navigates on its own and keeps the invitation. */
async function joinByLink(gameId: string): Promise<Destination | null> {
  try {
    const destination = await joinOrWatch(gameId)
    storage.remove('joinGameId')
    return destination
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null
    const wasAnswered = error instanceof ApiError && error.status > 0
    if (wasAnswered) storage.remove('joinGameId')
    if (error instanceof ApiError && isInOtherGame(error.code)) {
      showToast({ type: 'warning', title: GAME_STRINGS.alreadyIn, message: GAME_STRINGS.alreadyInMessage })
      return { path: GAME_PATHS.lobby }
    }
    const message = error instanceof Error ? error.message : ''
    showToast({ type: 'error', title: GAME_STRINGS.joinError, message })
    return { path: GAME_PATHS.dashboard }
  }
}

/** A refused seat and a refused place in a lobby have different codes. */
function isInOtherGame(code: string): boolean {
  return code === 'already_in_game' || code === 'game_exists'
}
