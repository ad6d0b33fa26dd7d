import { LongPoll } from 'phoenix'

/** As for a request: longer than a WebSocket should take to open. */
const OPEN_TIMEOUT_MS = 10_000

/** What the Phoenix client opens a connection with. */
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
   * The transport after opens that failed although the server answers. If no WebSocket has ever opened, something in
   * between may block them, so the two take turns. Otherwise it stays WebSocket.
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
 * A WebSocket that gives up when something in between swallows the upgrade; a browser would wait for minutes. One that
 * the browser itself blocks is closed from the start without a close event, so the event is dispatched here.
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
