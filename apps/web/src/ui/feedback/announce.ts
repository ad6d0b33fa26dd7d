const READ_MS = 8000

/** Adds a line to a live region. A line of its own is read even when it repeats the last one. */
function addLine(regionId: string, message: string): void {
  const region = document.getElementById(regionId)
  if (!region || message === '') return
  const line = document.createElement('p')
  line.textContent = message
  region.append(line)
  setTimeout(() => line.remove(), READ_MS)
}

/** Has a message read out when the reader is free: verdicts, successes, counts. */
export function say(message: string): void {
  addLine('say', message)
}

/** Has a message read out at once: errors and warnings. */
export function alert(message: string): void {
  addLine('alert', message)
}
