import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { useCurrentGame } from '../../features/games/current-game.ts'
import { onModalChange } from '../../features/modals/modal-store.ts'
import { hasNewerVersion, watchVersions } from '../../platform/service-worker.ts'
import { isPanelOpen } from '../../ui/sheet/open-panels.ts'
import { useToasts } from '../../ui/feedback/toast.ts'

/** Paths whose screens send something as they open, start a clock, or show how a game has just ended. */
const KEPT_PATH = /^\/app\/(?:private-game\/(?:join\/|results)|dashboard\/premium\/|daily\/[^/]+\/play)/

/**
 * Loads the page anew at a navigation after a newer version has taken over, so that its screens come from one version. Not
 * while a game is running or anything is on the screen that would be lost; then a later navigation does it.
 */
export function NewerVersion({ reload = () => window.location.reload() }: { reload?: () => void }) {
  const { pathname } = useLocation()
  const shownPath = useRef(pathname)
  useEffect(watchVersions, [])
  useEffect(() => {
    if (shownPath.current === pathname) return
    shownPath.current = pathname
    if (hasNewerVersion() && isInterruptible(pathname)) reload()
  }, [pathname, reload])
  return null
}

function isInterruptible(pathname: string): boolean {
  const status = useCurrentGame.getState().game?.status
  const isGameRunning = status === 'starting' || status === 'running'
  const isToastShown = useToasts.getState().toasts.length > 0
  return !KEPT_PATH.test(pathname) && !isGameRunning && !isToastShown && !isPanelOpen() && !isModalOpen()
}

/** A modal is open before its sheet has been loaded. */
function isModalOpen(): boolean {
  let isOpen = false
  const stop = onModalChange((isOpened) => {
    isOpen = isOpened
  })
  stop()
  return isOpen
}
