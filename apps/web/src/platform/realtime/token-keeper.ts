import { gameplayApi } from '@quizmaster/contract/routes/gameplay'
import type { RealtimeService } from '@quizmaster/contract/routes/route'
import { statsApi } from '@quizmaster/contract/routes/stats'
import { call } from '../http.ts'
import { Backoff } from './backoff.ts'

/** A token is good for 10 minutes (contract 7). */
const RENEW_AFTER_MS = 8 * 60_000

const TOKEN_ROUTES = { stats: statsApi.generateToken, gameplay: gameplayApi.generateToken } as const

/** Keeps the newest token to connect to a service with, so that a socket can read it at any moment (contract 7). */
export class TokenKeeper {
  readonly #service: RealtimeService
  readonly #backoff = new Backoff()
  #token = ''
  #timer: ReturnType<typeof setTimeout> | undefined
  #asked: Promise<void> | null = null
  #life = new AbortController()

  constructor(service: RealtimeService) {
    this.#service = service
  }

  /** The newest token; empty before the first. */
  get newest(): string {
    return this.#token
  }

  /**
   * Fetches a new token, and from then on another one every 8 minutes. Calls meanwhile share the answer. Throws
   * ApiError; a 401 has ended the session by then.
   */
  renew(): Promise<void> {
    this.#asked ??= this.#fetch(this.#life.signal)
    return this.#asked
  }

  /** Forgets the token and renews no more: it belongs to whoever has signed out. */
  stop(): void {
    this.#life.abort()
    this.#life = new AbortController()
    clearTimeout(this.#timer)
    this.#asked = null
    this.#token = ''
    this.#backoff.reset()
  }

  async #fetch(life: AbortSignal): Promise<void> {
    try {
      const { token } = await call(TOKEN_ROUTES[this.#service], undefined, { signal: life })
      life.throwIfAborted()
      this.#token = token
      this.#backoff.reset()
      this.#renewAfter(RENEW_AFTER_MS)
    } finally {
      if (!life.aborted) this.#asked = null
    }
  }

  #renewAfter(waitMs: number): void {
    const life = this.#life.signal
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      this.renew().catch(() => {
        if (!life.aborted) this.#renewAfter(this.#backoff.next())
      })
    }, waitMs)
  }
}
