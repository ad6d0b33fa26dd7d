import { Backoff } from '../backoff.ts'
import { MINUTE_MS } from '../durations.ts'

/** A token is valid for 10 minutes. */
const RENEW_AFTER_MS = 8 * MINUTE_MS

/** Fetches a token from the server. */
export type FetchToken = (signal: AbortSignal) => Promise<string>

/** Keeps the token for connecting to a service up to date, so that a socket can read it at any time. */
export class SocketToken {
  readonly #fetchToken: FetchToken
  readonly #backoff = new Backoff()
  #token = ''
  #timer: ReturnType<typeof setTimeout> | undefined
  #pending: Promise<void> | null = null
  #session = new AbortController()

  constructor(fetchToken: FetchToken) {
    this.#fetchToken = fetchToken
  }

  /** The current token; empty until the first one is fetched. */
  get current(): string {
    return this.#token
  }

  /**
   * Fetches a new token, and another one every 8 minutes from then on. Concurrent calls share one request. Rejects with
   * ApiError; after a 401 the session has ended.
   */
  renew(): Promise<void> {
    this.#pending ??= this.#fetch(this.#session.signal)
    return this.#pending
  }

  /** Drops the token, which belongs to the user who signed out, and stops renewing it. */
  stop(): void {
    this.#session.abort()
    this.#session = new AbortController()
    clearTimeout(this.#timer)
    this.#pending = null
    this.#token = ''
    this.#backoff.reset()
  }

  async #fetch(signal: AbortSignal): Promise<void> {
    try {
      const token = await this.#fetchToken(signal)
      signal.throwIfAborted()
      this.#token = token
      this.#backoff.reset()
      this.#renewAfter(RENEW_AFTER_MS)
    } finally {
      if (!signal.aborted) this.#pending = null
    }
  }

  #renewAfter(waitMs: number): void {
    const { signal } = this.#session
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      this.renew().catch(() => {
        if (!signal.aborted) this.#renewAfter(this.#backoff.next())
      })
    }, waitMs)
  }
}
