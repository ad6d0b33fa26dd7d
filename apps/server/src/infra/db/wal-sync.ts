import { closeSync, fdatasync, fdatasyncSync, openSync } from 'node:fs'

/** A segment of the write-ahead log, with a descriptor of our own: PostgreSQL may close its own during a sync. */
interface Segment {
  path: string
  fd: number
}

/**
 * The syncs of the write-ahead log that PostgreSQL has requested. They are delayed, so that several commits share one.
 * PostgreSQL writes one segment at a time.
 */
export class WalSync {
  #segment: Segment | null = null
  /** The segment that `sync` is working on. */
  #syncing: Segment | null = null
  #requested = 0
  #done = 0

  /**
   * True while a requested sync may not have reached the disk. This includes what `sync` is working on, even if
   * `syncNow` has synced it since: a disk error is reported only once for each descriptor, so `syncNow` may have
   * succeeded only because `sync` has got the error.
   */
  get isDue(): boolean {
    return this.#syncing !== null || this.#isRequested
  }

  get #isRequested(): boolean {
    return this.#requested > this.#done
  }

  /** Requests a sync of the segment at `path`. One that is due for another segment is done now. */
  request(path: string): void {
    if (this.#segment?.path !== path) {
      this.syncNow()
      this.close()
      this.#segment = { path, fd: openSync(path, 'r+') }
    }
    this.#requested += 1
  }

  /** Does the sync that is due, and blocks until it is done. */
  syncNow(): void {
    if (!this.#segment || !this.#isRequested) return
    fdatasyncSync(this.#segment.fd)
    this.#done = this.#requested
  }

  /** Does the sync that is due while PostgreSQL continues. Must not be called again before it has settled. */
  async sync(): Promise<void> {
    const segment = this.#segment
    const requested = this.#requested
    if (!segment || !this.#isRequested) return
    this.#syncing = segment
    const error = await new Promise<Error | null>((resolve) => fdatasync(segment.fd, resolve))
    this.#syncing = null
    if (segment !== this.#segment) closeSync(segment.fd)
    if (error) throw error
    this.#done = Math.max(this.#done, requested)
  }

  /** Closes the segment. No sync may be due. */
  close(): void {
    // sync() closes a descriptor that it is using: closed here, its number could be given to another file.
    if (this.#segment && this.#segment !== this.#syncing) closeSync(this.#segment.fd)
    this.#segment = null
  }
}
