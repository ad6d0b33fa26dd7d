/** Runs tasks of the same key one after another, and tasks of different keys independently. */
export class KeyedQueue {
  /** The end of the last task by key; null while there are none, to save memory per socket. */
  #ends: Map<unknown, Promise<void>> | null = null

  /** Runs the task synchronously if no other of its key is running. The promise, if any, is the end of the task. */
  run(key: unknown, task: () => void | Promise<void>): void | Promise<void> {
    const previous = this.#ends?.get(key)
    const running = previous ? previous.then(task, task) : task()
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
