import { useEffect, useRef } from 'react'
import { useParams } from 'react-router'
import { joinGame } from './game-calls.ts'
import { GAME_PATHS } from './game-routes.ts'
import { GAME_STRINGS } from './strings.ts'
import { ApiError } from '../../platform/http.ts'
import { storage } from '../../platform/storage.ts'
import { showToast } from '../../ui/feedback/toast.ts'
import { useNavigateWhileMounted } from '../../platform/navigation.ts'
import { GameSkeleton } from './game-skeleton.tsx'

/** Joins the game of a link, once, and navigates by the result. */
export function JoinGameByLink() {
  const { gameId = '' } = useParams()
  const navigate = useNavigateWhileMounted()
  const joining = useRef<string | null>(null)
  useEffect(() => {
    if (joining.current === gameId) return
    joining.current = gameId
    void joinByLink(gameId).then((path) => path && navigate(path, { replace: true }))
  }, [gameId, navigate])
  return <GameSkeleton />
}

/** Where joining leads; null if the session has ended, which navigates by itself and keeps the invitation. */
async function joinByLink(gameId: string): Promise<string | null> {
  try {
    await joinGame(gameId)
    storage.remove('joinGameId')
    return GAME_PATHS.lobby
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null
    const wasAnswered = error instanceof ApiError && error.status > 0
    if (wasAnswered) storage.remove('joinGameId')
    if (error instanceof ApiError && error.code === 'already_in_game') {
      showToast({ type: 'warning', title: GAME_STRINGS.alreadyIn, message: GAME_STRINGS.alreadyInMessage })
      return GAME_PATHS.lobby
    }
    const message = error instanceof Error ? error.message : ''
    showToast({ type: 'error', title: GAME_STRINGS.joinError, message })
    return GAME_PATHS.dashboard
  }
}
