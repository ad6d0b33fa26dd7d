import { setImmediate } from 'node:timers/promises'
import type { DurableFiles } from './durable-files.ts'
import type { PgliteReply } from './pglite-server.ts'

/**
 * Sends the replies of the database thread. A reply that depends on a commit waits until the commit is on disk; all
 * that wait at the same time share one sync.
 */
export class ReplyQueue {
  readonly #files: Pick<DurableFiles, 'hasUnsyncedCommits' | 'syncCommits'> | null
  readonly #post: (reply: PgliteReply) => void
  #waiting: PgliteReply[] = []
  #sending: Promise<void> | null = null

  /** `files` is null if nothing has to be on disk. */
  constructor(
    files: Pick<DurableFiles, 'hasUnsyncedCommits' | 'syncCommits'> | null,
    post: (reply: PgliteReply) => void,
  ) {
    this.#files = files
    this.#post = post
  }

  /**
   * Sends `reply`, after a sync if any commit isn't on disk yet: a query may have read it. Replies to queries of an
   * open transaction don't wait, since the reply to its end does.
   */
  send(reply: PgliteReply, options: { isInTransaction: boolean }): void {
    if (options.isInTransaction || !this.#files?.hasUnsyncedCommits) return this.#post(reply)
    this.#waiting.push(reply)
    this.#sending ??= this.#sendWaiting(this.#files)
  }

  /** Resolves when no reply is waiting. */
  async finished(): Promise<void> {
    await this.#sending
  }

  async #sendWaiting(files: Pick<DurableFiles, 'syncCommits'>): Promise<void> {
    // Requests that have already arrived are answered first, so that their commits are part of the same sync.
    await setImmediate()
    while (this.#waiting.length > 0) {
      const replies = this.#waiting
      this.#waiting = []
      await files.syncCommits()
      for (const reply of replies) this.#post(reply)
    }
    this.#sending = null
  }
}
