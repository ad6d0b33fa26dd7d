import type { OutgoingMessage } from './outgoing-message.ts'

type Entry = { readonly message: OutgoingMessage; readonly sizeBytes: number }

/** Messages a peer hasn't taken yet, in order. A newer message takes the place of an older one with the same key. */
export class Outbox {
  // A Map keeps insertion order and forgets deleted entries, so a peer that never reads holds one snapshot, not many.
  readonly #entries = new Map<string | number, Entry>()
  #nextId = 0
  #bytes = 0

  /** Bytes waiting. */
  get bytes(): number {
    return this.#bytes
  }

  get isEmpty(): boolean {
    return this.#entries.size === 0
  }

  /** Adds a message at the end; drops the waiting one that it supersedes. */
  add(message: OutgoingMessage, sizeBytes: number): void {
    const key = message.supersedeKey ?? this.#nextId++
    this.#remove(key)
    this.#entries.set(key, { message, sizeBytes })
    this.#bytes += sizeBytes
  }

  /** Takes the oldest message, or undefined when none waits. */
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
