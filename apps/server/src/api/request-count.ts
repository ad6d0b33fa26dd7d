import { MINUTE_MS } from '../infra/clock.ts'
import { WIDER_NETWORK_FACTOR, widerNetwork } from '../infra/rate-limit.ts'

interface Window {
  count: number
  endsAtMs: number
}

/**
 * Counts requests by client address in the memory of this process, in one-minute windows that begin with the first
 * request. Unlike the limits in the database (infra/rate-limit.ts), it is cheap enough to count everything.
 */
export class RequestCount {
  readonly #max: number
  readonly #nowMs: () => number
  readonly #windows = new Map<string, Window>()
  #purgeAtMs = 0

  /** @param max requests a minute of one address; an IPv6 /48 may make ten times as many */
  constructor(max: number, nowMs: () => number = () => performance.now()) {
    this.#max = max
    this.#nowMs = nowMs
  }

  /**
   * Counts a request.
   * @param address as `clientAddress` returns it
   * @returns the milliseconds until requests are admitted again, 0 if this one is
   */
  take(address: string): number {
    const nowMs = this.#nowMs()
    if (nowMs >= this.#purgeAtMs) this.#purge(nowMs)
    const waitMs = this.#count(address, this.#max, nowMs)
    const wider = widerNetwork(address)
    // Requests beyond this limit don't count for the wider network, so that an address can't lock out its neighbours.
    return waitMs > 0 || wider === null ? waitMs : this.#count(wider, this.#max * WIDER_NETWORK_FACTOR, nowMs)
  }

  #count(key: string, max: number, nowMs: number): number {
    let window = this.#windows.get(key)
    if (!window || nowMs >= window.endsAtMs) {
      window = { count: 0, endsAtMs: nowMs + MINUTE_MS }
      this.#windows.set(key, window)
    }
    window.count += 1
    return window.count > max ? window.endsAtMs - nowMs : 0
  }

  #purge(nowMs: number): void {
    this.#purgeAtMs = nowMs + MINUTE_MS
    for (const [key, window] of this.#windows) if (nowMs >= window.endsAtMs) this.#windows.delete(key)
  }
}
