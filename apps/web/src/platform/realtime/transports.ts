import { LongPoll } from 'phoenix'

/** As a request: longer than a WebSocket may take to open (product 9). */
const OPEN_TIMEOUT_MS = 10_000

/** What the client makes a connection with. */
export type Transport = new (address: string, protocols?: string[]) => object

let hasWebSocketOpened = false

/** Told when a WebSocket has opened: from then on there is no long-poll in this page's life (contract 7). */
export function noteWebSocketOpened(): void {
  hasWebSocketOpened = true
}

/** The transport to begin with: long-poll only where the browser has nothing else. */
export function firstTransport(): Transport {
  return 'WebSocket' in globalThis ? patientWebSocket() : LongPoll
}

/**
 * What to go on with after opens that failed although the server answers. Where WebSocket has never opened something on
 * the way may block it, so the other road is tried; where it has, there is only WebSocket.
 */
export function nextTransport(current: Transport): Transport {
  return hasWebSocketOpened || current === LongPoll ? firstTransport() : LongPoll
}

let patient: Transport | null = null

/**
 * A WebSocket that gives up when something on the way swallows the upgrade; a browser would wait for minutes. One that
 * a browser itself blocks is closed from the start and never says so: it is told here, or nobody would try again.
 */
function patientWebSocket(): Transport {
  patient ??= class extends WebSocket {
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
  return patient
}
