const DEFAULT_WAITS_MS = [1_000, 2_000, 5_000, 10_000]
/** The longest random addition, as a share of the wait. */
const JITTER = 0.5

/**
 * The wait in ms before a retry; the first retry is 1. It stops growing after the last of `waitsMs`. Up to half of the
 * wait is added at random, so that after a restart of the server not all devices reconnect at the same moment.
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
