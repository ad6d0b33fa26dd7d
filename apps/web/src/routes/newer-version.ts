import { onModalChange } from '../features/modals/modal-store.ts'
import { hasNewerVersion, registerServiceWorker, watchVersions } from '../platform/service-worker.ts'
import { useToasts } from '../ui/feedback/toast.ts'
import { isPanelOpen } from '../ui/sheet/open-panels.ts'
import { VISITOR_NAVIGATION } from './visitors-only.tsx'

/** Paths whose screens send something when they open, start a clock, or show the end of a game. */
const KEPT_PATH =
  /^\/(?:app\/(?:private-game\/(?:join\/|results)|dashboard\/premium\/)|(?:app|def)\/daily\/[^/]+\/play)/

const reloadPage = () => window.location.reload()

/** Registers the service worker, and loads newer versions on visitors' navigations. */
export function startServiceWorker(reload = reloadPage): void {
  watchVersions()
  registerServiceWorker()
  window.addEventListener(VISITOR_NAVIGATION, (event) => {
    loadNewerVersion((event as CustomEvent<string>).detail, reload)
  })
}

/**
 * To be called on a navigation to `pathname`. If a newer version has taken over, reloads the page, so that all its
 * screens are from one version. If something on the screen would be lost, the reload is left to a later navigation.
 */
export function loadNewerVersion(pathname: string, reload = reloadPage): void {
  if (hasNewerVersion() && isInterruptible(pathname)) reload()
}

function isInterruptible(pathname: string): boolean {
  const isToastShown = useToasts.getState().toasts.length > 0
  return !KEPT_PATH.test(pathname) && !isToastShown && !isPanelOpen() && !isModalOpen()
}

/** Whether a modal is open. Unlike `isPanelOpen`, this is true before its sheet has been loaded. */
function isModalOpen(): boolean {
  let isOpen = false
  const stop = onModalChange((isOpened) => {
    isOpen = isOpened
  })
  stop()
  return isOpen
}
