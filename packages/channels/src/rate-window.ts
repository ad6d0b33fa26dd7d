/** A sliding-window rate limit. Uses no memory while the client is silent. */
export class RateWindow {
  #times: number[] | null = null

  /** Whether no message has been counted, or all have been released. */
  get isEmpty(): boolean {
    return this.#times === null
  }

  /** Counts a message. Returns false if it exceeds `maxMessages` in the last `windowMs`. */
  count(nowMs: number, maxMessages: number, windowMs: number): boolean {
    if (maxMessages === Infinity) return true
    this.#times ??= []
    this.#times.push(nowMs)
    if (this.#times.length <= maxMessages) return true
    const oldestMs = this.#times.shift() ?? nowMs
    return nowMs - oldestMs >= windowMs
  }

  /** Frees timestamps that are out of the window. */
  release(nowMs: number, windowMs: number): void {
    const newestMs = this.#times?.at(-1)
    if (newestMs !== undefined && nowMs - newestMs >= windowMs) this.#times = null
  }
}
