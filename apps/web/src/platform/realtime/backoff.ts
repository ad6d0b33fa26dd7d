const WAITS_MS = [1_000, 2_000, 5_000]
const LONGEST_WAIT_MS = 10_000

/** How long to wait before a try, the first being 1: 1, 2, 5, then 10 s each (product 9). */
export function retryWaitMs(tryNumber: number): number {
  return WAITS_MS[tryNumber - 1] ?? LONGEST_WAIT_MS
}

/** Counts tries that failed in a row and gives the wait before the next one. */
export class Backoff {
  #tries = 0

  /** The wait before the next try, in ms; each call is one more try. */
  next(): number {
    this.#tries += 1
    return retryWaitMs(this.#tries)
  }

  /** It has worked: the next failure is the first again. */
  reset(): void {
    this.#tries = 0
  }
}
