import type { OutgoingMessage } from './outgoing-message.ts'

type Entry = { readonly message: OutgoingMessage; readonly sizeBytes: number }

/** Queue of messages a peer hasn't received yet. A newer message replaces an older one with the same key. */
export class Outbox {
  // A Map keeps insertion order, and deleting a superseded entry frees it: a peer that never reads costs one snapshot.
  readonly #entries = new Map<string | number, Entry>()
  #nextId = 0
  #bytes = 0

  /** Queued bytes. */
  get bytes(): number {
    return this.#bytes
  }

  get isEmpty(): boolean {
    return this.#entries.size === 0
  }

  /** Appends a message and removes the one it supersedes. */
  add(message: OutgoingMessage, sizeBytes: number): void {
    const key = message.supersedeKey ?? this.#nextId++
    this.#remove(key)
    this.#entries.set(key, { message, sizeBytes })
    this.#bytes += sizeBytes
  }

  /** Removes and returns the oldest message, or undefined. */
  take(): OutgoingMessage | undefined {
    const first = this.#entries.entries().next()
    if (first.done) return undefined
    const [key, entry] = first.value
    this.#remove(key)
    return entry.message
  }

  #remove(key: string | number): void {
    const entry = this.#entries.get(key)
    if (!entry) return
    this.#entries.delete(key)
    this.#bytes -= entry.sizeBytes
  }
}
