import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { useCurrentGame } from '../../features/games/current-game.ts'
import { watchVersions } from '../../platform/service-worker.ts'
import { loadNewerVersion } from '../newer-version.ts'

/** Reloads the page on a player's next navigation after a newer version has taken over, but not during a game. */
export function NewerVersion({ reload }: { reload?: () => void }) {
  const { pathname } = useLocation()
  const shownPath = useRef(pathname)
  useEffect(watchVersions, [])
  useEffect(() => {
    if (shownPath.current === pathname) return
    shownPath.current = pathname
    if (!isGameRunning()) loadNewerVersion(pathname, reload)
  }, [pathname, reload])
  return null
}

function isGameRunning(): boolean {
  const status = useCurrentGame.getState().game?.status
  return status === 'starting' || status === 'running'
}
