const READ_MS = 8000

/**
 * The two live regions that `announce` and `announceNow` write to. Rendered once, in the app root, from the first
 * paint: screen readers ignore regions that appear together with their text.
 */
export function LiveRegions() {
  return (
    <>
      <div className="sr" id="say" aria-live="polite" />
      <div className="sr" id="alert" aria-live="assertive" />
    </>
  )
}

/** Has screen readers read a message when they are idle, for verdicts, successes and counts. */
export function announce(message: string): void {
  addLine('say', message)
}

/** Has screen readers read a message at once, for errors and warnings. */
export function announceNow(message: string): void {
  addLine('alert', message)
}

/** Adds each message as a new line, so that a repeated message is read too. */
function addLine(regionId: string, message: string): void {
  const region = document.getElementById(regionId)
  if (!region || message === '') return
  const line = document.createElement('p')
  line.textContent = message
  region.append(line)
  setTimeout(() => line.remove(), READ_MS)
}
