import type { PgliteRequest } from './pglite-protocol.ts'

/**
 * Whose turn it is on the one connection. Requests come out in the order they went in, except that from a `begin` on
 * only the same connection's come out, until its `commit` or `rollback` has been handed out.
 */
export class PgliteTurns {
  readonly #waiting: PgliteRequest[] = []
  #holderId: number | null = null

  /** The connection inside a transaction, or null. */
  get holderId(): number | null {
    return this.#holderId
  }

  add(request: PgliteRequest): void {
    this.#waiting.push(request)
  }

  /** The next request to carry out, or null when all that wait must go on waiting. */
  next(): PgliteRequest | null {
    const holderId = this.#holderId
    const index = holderId === null ? 0 : this.#waiting.findIndex(({ connectionId }) => connectionId === holderId)
    const request = index < 0 ? undefined : this.#waiting.splice(index, 1)[0]
    if (!request) return null
    if (request.kind === 'begin') this.#holderId = request.connectionId
    if (request.kind === 'commit' || request.kind === 'rollback') this.#holderId = null
    return request
  }

  /** Takes the turn from a transaction that has been rolled back for it. */
  release(): void {
    this.#holderId = null
  }
}
