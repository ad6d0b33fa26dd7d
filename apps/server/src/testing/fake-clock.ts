import type { Clock } from '../infra/clock.ts'

export interface FakeClock extends Clock {
  advance(ms: number): void
}

/** A clock that only moves when advanced. */
export function fakeClock(startsAtMs = Date.UTC(2026, 0, 5, 12)): FakeClock {
  let now = startsAtMs
  return {
    now: () => now,
    advance(ms) {
      now += ms
    },
  }
}
