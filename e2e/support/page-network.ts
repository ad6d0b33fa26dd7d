import type { CDPSession, Page } from '@playwright/test'

const NOT_LIMITED = { latency: 0, downloadThroughput: -1, uploadThroughput: -1 }
const OFFLINE = { ...NOT_LIMITED, offline: true }
const ONLINE = { ...NOT_LIMITED, offline: false }
/** Bytes per second: too few for any frame of a socket to get through during a test. */
const STILL = 0.001

/**
 * Cuts a page's network for a long time. With Playwright's `setOffline` Chromium retries without a pause, and so takes
 * a whole core from the first frame that an open WebSocket sends or receives until the page is online again. Otherwise
 * this behaves the same: requests and new sockets fail at once, and frames of open sockets wait.
 */
export class PageNetwork {
  readonly #session: CDPSession

  private constructor(session: CDPSession) {
    this.#session = session
  }

  /** Call it before the page is opened. */
  static async of(page: Page): Promise<PageNetwork> {
    // The rule for frames would delay a new socket instead of refusing it, so offline a socket opens another path.
    await page.addInitScript(() => {
      globalThis.WebSocket = new Proxy(WebSocket, {
        construct: (target, [url, ...more], newTarget) =>
          Reflect.construct(target, [navigator.onLine ? url : '/offline', ...more], newTarget) as WebSocket,
      })
    })
    const session = await page.context().newCDPSession(page)
    await session.send('Network.enable')
    return new PageNetwork(session)
  }

  async cut(): Promise<void> {
    const matchedNetworkConditions = [
      { urlPattern: 'ws://*:*/services/*', latency: 0, downloadThroughput: STILL, uploadThroughput: STILL },
      { urlPattern: '', ...OFFLINE },
    ]
    await this.#session.send('Network.overrideNetworkState', OFFLINE)
    await this.#session.send('Network.emulateNetworkConditionsByRule', { matchedNetworkConditions })
  }

  async restore(): Promise<void> {
    await this.#session.send('Network.emulateNetworkConditionsByRule', { matchedNetworkConditions: [] })
    await this.#session.send('Network.overrideNetworkState', ONLINE)
  }
}
