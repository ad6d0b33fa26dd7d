const READ_MS = 8000

/**
 * The two live regions that `announce` and `announceNow` write to. Rendered once, in the app root, from the first paint:
 * screen readers ignore regions that appear together with their text.
 */
export function LiveRegions() {
  return (
    <>
      <div className="sr" id="say" aria-live="polite" />
      <div className="sr" id="alert" aria-live="assertive" />
    </>
  )
}

/** Has a screen reader read a message when it is idle: verdicts, successes, counts. */
export function announce(message: string): void {
  addLine('say', message)
}

/** Has a screen reader read a message at once: errors and warnings. */
export function announceNow(message: string): void {
  addLine('alert', message)
}

/** Each message is a new line, so that one that repeats the last is read too. */
function addLine(regionId: string, message: string): void {
  const region = document.getElementById(regionId)
  if (!region || message === '') return
  const line = document.createElement('p')
  line.textContent = message
  region.append(line)
  setTimeout(() => line.remove(), READ_MS)
}
