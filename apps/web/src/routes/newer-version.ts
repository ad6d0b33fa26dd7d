import { onModalChange } from '../features/modals/modal-store.ts'
import { hasNewerVersion, registerServiceWorker, watchVersions } from '../platform/service-worker.ts'
import { useToasts } from '../ui/feedback/toast.ts'
import { isPanelOpen } from '../ui/sheet/open-panels.ts'
import { VISITOR_NAVIGATION } from './visitors-only.tsx'

/** Paths whose screens send something as they open, start a clock, or show how a game has just ended. */
const KEPT_PATH =
  /^\/(?:app\/(?:private-game\/(?:join\/|results)|dashboard\/premium\/)|(?:app|def)\/daily\/[^/]+\/play)/

const reloadPage = () => window.location.reload()

/** Registers the service worker, and lets newer versions take over while nobody is signed in. */
export function startServiceWorker(reload = reloadPage): void {
  watchVersions()
  registerServiceWorker()
  window.addEventListener(VISITOR_NAVIGATION, (event) => {
    loadNewerVersion((event as CustomEvent<string>).detail, reload)
  })
}

/**
 * Called at a navigation to `pathname`. If a newer version has taken over, loads the page anew, so that its screens come
 * from one version. Not while anything is on the screen that would be lost; then a later navigation does it.
 */
export function loadNewerVersion(pathname: string, reload = reloadPage): void {
  if (hasNewerVersion() && isInterruptible(pathname)) reload()
}

function isInterruptible(pathname: string): boolean {
  const isToastShown = useToasts.getState().toasts.length > 0
  return !KEPT_PATH.test(pathname) && !isToastShown && !isPanelOpen() && !isModalOpen()
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
