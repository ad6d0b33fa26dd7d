import type { Clock } from './clock.ts'

/** A value that is asked for often and changes seldom. */
export interface Cached<Value> {
  get(): Promise<Value>
  /** The next `get` loads anew: for who has just changed the value. */
  forget(): void
}

/** Loads a value when asked and keeps it for `keptMs`; a failed load is not kept. */
export function createCached<Value>(clock: Clock, keptMs: number, load: () => Promise<Value>): Cached<Value> {
  let cached: { value: Promise<Value>; until: number } | null = null
  return {
    async get() {
      if (!cached || clock.now() >= cached.until) cached = { value: load(), until: clock.now() + keptMs }
      const mine = cached
      try {
        return await mine.value
      } catch (error) {
        if (cached === mine) cached = null
        throw error
      }
    },
    forget() {
      cached = null
    },
  }
}
