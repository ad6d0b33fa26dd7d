import { useCallback, useEffect, useRef } from 'react'
import { type NavigateOptions, useNavigate } from 'react-router'
import { storage } from './storage.ts'

/** Where to go on signing in: to the game of a pending invitation, else to the dashboard. */
export function signedInPath(): string {
  const gameId = storage.get('joinGameId')
  return gameId === null ? '/app/dashboard' : `/app/private-game/join/${encodeURIComponent(gameId)}`
}

/**
 * Navigates like `useNavigate`, but only while the calling screen is still mounted. For navigating after an answer of
 * the server: users who have gone elsewhere meanwhile stay there.
 */
export function useNavigateWhileMounted(): (to: string, options?: NavigateOptions) => void {
  const navigate = useNavigate()
  const isMounted = useRef(false)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])
  return useCallback(
    (to, options) => {
      if (isMounted.current) void navigate(to, options)
    },
    [navigate],
  )
}
