import { MINUTE_MS } from './durations.ts'
import { logDebug } from './log.ts'

const WORKER_PATH = '/sw.js'
/** How often a tab that stays open checks for a newer version. */
const CHECK_EVERY_MS = 30 * MINUTE_MS

declare global {
  interface Window {
    /** Not in every browser, and not in TypeScript's library. */
    trustedTypes?: {
      createPolicy(name: string, rules: { createScriptURL: () => string }): { createScriptURL(path: string): string }
    }
  }
}

class Versions {
  #isNewer = false
  #checkedAtMs = Date.now()
  #registration: ServiceWorkerRegistration | null = null

  /** Whether a newer version has taken over since this page was loaded. */
  get isNewer(): boolean {
    return this.#isNewer
  }

  /**
   * A worker reports its version when it takes over. It may be this page's own version: after a deploy the page is
   * loaded before the worker.
   */
  readonly handleMessage = ({ data }: MessageEvent<unknown>): void => {
    const files = typeof data === 'object' && data !== null && 'files' in data ? data.files : null
    if (Array.isArray(files)) this.#isNewer = !files.includes(entryPath())
  }

  async register(): Promise<void> {
    this.#registration = await navigator.serviceWorker.register(workerUrl(), { updateViaCache: 'none' })
  }

  /** Checks for a newer version, unless that was done recently. */
  check(): void {
    if (!this.#registration || Date.now() - this.#checkedAtMs < CHECK_EVERY_MS) return
    this.#checkedAtMs = Date.now()
    this.#registration.update().catch((err: unknown) => logDebug('version_check_failed', { err }))
  }
}

const versions = new Versions()

/** Registers the service worker. Without it the app still works, but neither offline nor as an installed app. */
export function registerServiceWorker(): void {
  versions.register().catch((err: unknown) => logDebug('no_service_worker', { err }))
}

/** Starts listening for a newer version that takes over. Calling it again has no effect. */
export function watchVersions(): void {
  if ('serviceWorker' in navigator) navigator.serviceWorker.addEventListener('message', versions.handleMessage)
}

/** Whether the next navigation should reload the page to get a newer version. Also checks for one from time to time. */
export function hasNewerVersion(): boolean {
  versions.check()
  return versions.isNewer
}

/**
 * The path of the entry script. Its hash changes with each version, because the entry contains the names of all files.
 */
function entryPath(): string | null {
  const entry = document.querySelector<HTMLScriptElement>('script[type=module][src]')
  return entry && new URL(entry.src).pathname
}

/** The CSP accepts a worker's URL only from this Trusted Types policy. */
function workerUrl(): string {
  const policy = window.trustedTypes?.createPolicy('service-worker', { createScriptURL: () => WORKER_PATH })
  return policy?.createScriptURL(WORKER_PATH) ?? WORKER_PATH
}
