/** Runs work of one key one after the other; work of different keys doesn't wait for each other. */
export class Lanes {
  /** By key, the end of the work under way; null while there is none, as nearly always. */
  #ends: Map<unknown, Promise<void>> | null = null

  /** Runs at once, in this tick, where nothing of the key is under way. The promise, if any, is the end of this work. */
  run(key: unknown, work: () => void | Promise<void>): void | Promise<void> {
    const before = this.#ends?.get(key)
    const running = before ? before.then(work, work) : work()
    if (!running) return
    this.#ends ??= new Map()
    const end = running.finally(() => this.#forget(key, end))
    this.#ends.set(key, end)
    return end
  }

  #forget(key: unknown, end: Promise<void>): void {
    if (this.#ends?.get(key) !== end) return
    this.#ends.delete(key)
    if (this.#ends.size === 0) this.#ends = null
  }
}
