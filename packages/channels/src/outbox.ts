import type { OutgoingMessage } from './outgoing-message.ts'
import type { TransportHost } from './transport.ts'

/** With this many times `maxQueuedBytes` unsent, a connection is closed at once. */
const HARD_LIMIT_FACTOR = 4
const NEVER = -1

type Entry = { readonly message: OutgoingMessage; readonly sizeBytes: number }

/** Queue of messages a peer hasn't received yet. A newer message replaces an older one with the same key. */
export class Outbox {
  // A Map keeps insertion order, and deleting a superseded entry frees it: a peer that never reads costs one snapshot.
  readonly #entries = new Map<string | number, Entry>()
  readonly #host: TransportHost
  #nextId = 0
  #bytes = 0
  #overSinceMs = NEVER

  constructor(host: TransportHost) {
    this.#host = host
  }

  /** Queued bytes. */
  get bytes(): number {
    return this.#bytes
  }

  get isEmpty(): boolean {
    return this.#entries.size === 0
  }

  /** Whether far too much is queued, so that the connection has to be closed at once. */
  get isOverHardLimit(): boolean {
    return this.#bytes > this.#host.limits.maxQueuedBytes * HARD_LIMIT_FACTOR
  }

  /** Whether too much has been queued for too long. */
  isTooSlow(nowMs: number): boolean {
    return this.#overSinceMs !== NEVER && nowMs - this.#overSinceMs >= this.#host.limits.slowConsumerMs
  }

  /** Appends a message and removes the one it supersedes. */
  add(message: OutgoingMessage, sizeBytes: number): void {
    const key = message.supersedeKey ?? this.#nextId++
    this.#remove(key)
    this.#entries.set(key, { message, sizeBytes })
    this.#bytes += sizeBytes
    this.#recordIfOver()
  }

  /** Removes and returns the oldest message, or undefined. */
  take(): OutgoingMessage | undefined {
    const first = this.#entries.entries().next()
    if (first.done) return undefined
    const [key, entry] = first.value
    this.#remove(key)
    this.#recordIfOver()
    return entry.message
  }

  /** Records since when too much has been queued. */
  #recordIfOver(): void {
    if (this.#bytes <= this.#host.limits.maxQueuedBytes) this.#overSinceMs = NEVER
    else if (this.#overSinceMs === NEVER) this.#overSinceMs = this.#host.nowMs()
  }

  #remove(key: string | number): void {
    const entry = this.#entries.get(key)
    if (!entry) return
    this.#entries.delete(key)
    this.#bytes -= entry.sizeBytes
  }
}
