import { logDebug } from './log.ts'

/**
 * Keeps the screen on until the returned function is called, where the browser can. The browser drops the lock whenever
 * the page is hidden, so it is requested again when the page is visible again.
 */
export function keepBrowserAwake(): () => void {
  if (!('wakeLock' in navigator)) return () => undefined
  let held: Promise<WakeLockSentinel> | null = null
  const ask = () => {
    if (document.visibilityState !== 'visible') return
    held = navigator.wakeLock.request('screen')
    held.catch((err: unknown) => logDebug('screen_not_kept_on', { err }))
  }
  ask()
  document.addEventListener('visibilitychange', ask)
  return () => {
    document.removeEventListener('visibilitychange', ask)
    held?.then((lock) => lock.release()).catch((err: unknown) => logDebug('wake_lock_not_released', { err }))
  }
}
