import { LongPoll } from 'phoenix'

/** Longer than a WebSocket should ever take to open; the same limit as for a request. */
const OPEN_TIMEOUT_MS = 10_000

/** The constructor with which the Phoenix client opens a connection. */
export type Transport = new (address: string, protocols?: string[]) => object

/** Chooses between WebSocket and long-poll. One for all sockets of a page. */
export class Transports {
  #hasWebSocketOpened = false
  #webSocket: Transport | null = null

  /** The transport to start with: long-poll only if the browser has no WebSocket. */
  first(): Transport {
    if (!('WebSocket' in globalThis)) return LongPoll
    this.#webSocket ??= createTimedWebSocket()
    return this.#webSocket
  }

  /**
   * The transport to use after opens failed although the server answers. If no WebSocket has ever opened, a proxy may
   * block them, so the two transports alternate. Otherwise it stays WebSocket.
   */
  next(current: Transport): Transport {
    return this.#hasWebSocketOpened || current === LongPoll ? this.first() : LongPoll
  }

  /** Records that a WebSocket has opened: from then on this page does not use long-poll. */
  recordWebSocketOpened(): void {
    this.#hasWebSocketOpened = true
  }
}

/**
 * A WebSocket that gives up if a proxy swallows the upgrade; a browser would wait for minutes. A WebSocket that the
 * browser itself blocks is closed from the start without a close event, so the event is dispatched here.
 */
function createTimedWebSocket(): Transport {
  return class extends WebSocket {
    constructor(address: string, protocols?: string[]) {
      super(address, protocols)
      const timer = setTimeout(() => {
        if (this.readyState === WebSocket.CLOSED) this.dispatchEvent(new CloseEvent('close', { code: 1006 }))
        else this.close()
      }, OPEN_TIMEOUT_MS)
      const settle = () => clearTimeout(timer)
      this.addEventListener('open', settle)
      this.addEventListener('close', settle)
    }
  }
}
