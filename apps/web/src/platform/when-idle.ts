const LONGEST_WAIT_MS = 3_000
/** Where the browser doesn't tell when it is idle. */
const GUESS_MS = 1_500

/** Does something once the page has loaded and has nothing better to do, so that the first screen is not slowed down. */
export function whenIdle(work: () => void): void {
  const wait = () => {
    if ('requestIdleCallback' in window) window.requestIdleCallback(work, { timeout: LONGEST_WAIT_MS })
    else setTimeout(work, GUESS_MS)
  }
  if (document.readyState === 'complete') wait()
  else window.addEventListener('load', wait, { once: true })
}
