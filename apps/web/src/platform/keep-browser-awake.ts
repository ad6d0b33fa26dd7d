import { logDebug } from './log.ts'

/**
 * Keeps the screen on until the returned function is called, where the browser can. It lets go whenever the page is hidden,
 * so it is asked again when the page is back.
 */
export function keepBrowserAwake(): () => void {
  if (!('wakeLock' in navigator)) return () => undefined
  let held: Promise<WakeLockSentinel> | null = null
  const ask = () => {
    if (document.visibilityState !== 'visible') return
    held = navigator.wakeLock.request('screen')
    held.catch((error: unknown) => logDebug('the screen was not kept on', error))
  }
  ask()
  document.addEventListener('visibilitychange', ask)
  return () => {
    document.removeEventListener('visibilitychange', ask)
    held?.then((lock) => lock.release()).catch((error: unknown) => logDebug('the screen was not let go', error))
  }
}
