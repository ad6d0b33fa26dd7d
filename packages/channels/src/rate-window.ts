/** Counts messages exactly over a sliding window. Holds nothing while a peer is silent. */
export class RateWindow {
  #times: number[] | null = null

  /** Notes one message. False when it is one more than `maxMessages` in the last `windowMs`. */
  note(nowMs: number, maxMessages: number, windowMs: number): boolean {
    if (maxMessages === Infinity) return true
    this.#times ??= []
    this.#times.push(nowMs)
    if (this.#times.length <= maxMessages) return true
    const oldestMs = this.#times.shift() ?? nowMs
    return nowMs - oldestMs >= windowMs
  }

  /** Lets go of times that can't matter any more. */
  release(nowMs: number, windowMs: number): void {
    const newestMs = this.#times?.at(-1)
    if (newestMs !== undefined && nowMs - newestMs >= windowMs) this.#times = null
  }
}
