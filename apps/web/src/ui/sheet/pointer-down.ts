import { create } from 'zustand'

/** The ids of the pointers that are down anywhere on the page. */
const usePointers = create<{ down: readonly number[] }>()(() => ({ down: [] }))

const without = (pointerId: number) => usePointers.getState().down.filter((id) => id !== pointerId)

function press({ pointerId }: PointerEvent): void {
  usePointers.setState({ down: [...without(pointerId), pointerId] })
}

/** Runs a task later, because the click of this release must still reach the pressed element. */
function release({ pointerId }: PointerEvent): void {
  setTimeout(() => usePointers.setState({ down: without(pointerId) }))
}

/** A window that loses the focus gets no release event. */
function clear(): void {
  usePointers.setState({ down: [] })
}

// Tracked from page load on, because a pointer may be down before the first sheet opens.
if (typeof document !== 'undefined') {
  document.addEventListener('pointerdown', press, true)
  document.addEventListener('pointerup', release, true)
  document.addEventListener('pointercancel', release, true)
  window.addEventListener('blur', clear)
}

/** Whether a finger or mouse button is down anywhere on the page. */
export function isPointerDown(): boolean {
  return usePointers.getState().down.length > 0
}

/** Calls back whenever a pointer goes down or up, until the returned function is called. */
export function onPointerChange(listener: () => void): () => void {
  return usePointers.subscribe(listener)
}
