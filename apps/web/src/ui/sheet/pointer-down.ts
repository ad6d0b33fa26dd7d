const pressed = new Set<number>()
const listeners = new Set<() => void>()

function tellAll(): void {
  for (const listener of listeners) listener()
}

function press(event: PointerEvent): void {
  pressed.add(event.pointerId)
  tellAll()
}

/** Told a moment later: the click that belongs to this release must still find what it was aimed at. */
function release(event: PointerEvent): void {
  setTimeout(() => {
    pressed.delete(event.pointerId)
    tellAll()
  })
}

/** A window that loses focus never hears of the release. */
function forgetAll(): void {
  pressed.clear()
  tellAll()
}

// From load on, not from the first sheet on: a finger may be down before anybody asks.
if (typeof document !== 'undefined') {
  document.addEventListener('pointerdown', press, true)
  document.addEventListener('pointerup', release, true)
  document.addEventListener('pointercancel', release, true)
  window.addEventListener('blur', forgetAll)
}

/** Whether a finger or button is down anywhere on the page. */
export function isPointerDown(): boolean {
  return pressed.size > 0
}

/** Calls back whenever a pointer goes down or up; gives the way to stop. */
export function onPointerChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
