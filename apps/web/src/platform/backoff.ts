const DEFAULT_WAITS_MS = [1_000, 2_000, 5_000, 10_000]
/** The longest random addition, as a share of the wait. */
const JITTER = 0.5

/**
 * The wait in ms before a retry, the first being 1. After the last of `waitsMs` it no longer grows. A random part of up to
 * half as much is added, so that the devices of a server that has restarted do not all come back at the same moment.
 */
export function retryWaitMs(retry: number, waitsMs: readonly number[] = DEFAULT_WAITS_MS): number {
  const waitMs = waitsMs[retry - 1] ?? waitsMs.at(-1) ?? 0
  return waitMs * (1 + JITTER * Math.random())
}

/** Counts failures in a row and gives the wait before each retry. */
export class Backoff {
  readonly #waitsMs: readonly number[]
  #failures = 0

  constructor(waitsMs: readonly number[] = DEFAULT_WAITS_MS) {
    this.#waitsMs = waitsMs
  }

  /** The wait in ms after one more failure. */
  next(): number {
    this.#failures += 1
    return retryWaitMs(this.#failures, this.#waitsMs)
  }

  /** Something succeeded: the next failure counts as the first. */
  reset(): void {
    this.#failures = 0
  }
}
