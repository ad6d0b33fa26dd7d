/** An event within the app. */
export interface AppEvent {
  emit: () => void
  /** Calls the listener on each `emit`, in order of subscription, until the returned function is called. */
  subscribe: (listener: () => void) => () => void
}

/** Creates an event: `const sessionEnd = createEvent()`. */
export function createEvent(): AppEvent {
  const listeners = new Set<() => void>()
  return {
    emit: () => listeners.forEach((listener) => listener()),
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
