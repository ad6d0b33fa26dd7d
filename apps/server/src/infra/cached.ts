import type { Clock } from './clock.ts'

/** A value that is read often and changes rarely. */
export interface Cached<Value> {
  get(): Promise<Value>
  /** Makes the next `get` load again. Call it after changing the value. */
  forget(): void
}

/** Loads a value on demand and keeps it for `keptMs`. A failed load is not kept. */
export function createCached<Value>(clock: Clock, keptMs: number, load: () => Promise<Value>): Cached<Value> {
  let cached: { value: Promise<Value>; until: number } | null = null
  return {
    async get() {
      if (!cached || clock.now() >= cached.until) cached = { value: load(), until: clock.now() + keptMs }
      const current = cached
      try {
        return await current.value
      } catch (error) {
        if (cached === current) cached = null
        throw error
      }
    },
    forget() {
      cached = null
    },
  }
}
