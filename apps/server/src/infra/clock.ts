/** The only source of time on the server: epoch milliseconds. Tests hand in a fake one. */
export interface Clock {
  now(): number
}

export const systemClock: Clock = { now: () => Date.now() }
