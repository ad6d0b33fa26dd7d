import { logDebug } from './log.ts'

const WORKER_PATH = '/sw.js'
/** How often a tab that stays open asks for a newer version. */
const CHECK_EVERY_MS = 30 * 60_000

declare global {
  interface Window {
    /** Not in every browser, and not yet in TypeScript's library. */
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

  /** A worker names its version when it takes over. It may be this page's: after a deploy the page comes before the worker. */
  readonly hear = ({ data }: MessageEvent<unknown>): void => {
    const files = typeof data === 'object' && data !== null && 'files' in data ? data.files : null
    if (Array.isArray(files)) this.#isNewer = !files.includes(entryPath())
  }

  async register(): Promise<void> {
    this.#registration = await navigator.serviceWorker.register(workerUrl(), { updateViaCache: 'none' })
  }

  /** Asks for a newer version if it has not been done for a while. */
  check(): void {
    if (!this.#registration || Date.now() - this.#checkedAtMs < CHECK_EVERY_MS) return
    this.#checkedAtMs = Date.now()
    this.#registration.update().catch((error: unknown) => logDebug('no check for a newer version', error))
  }
}

const versions = new Versions()

/** Registers the service worker. Without it the app works as well, but neither offline nor as an installed app. */
export function registerServiceWorker(): void {
  versions.register().catch((error: unknown) => logDebug('no service worker', error))
}

/** Starts to watch for a newer version that takes over. Calling it again has no effect. */
export function watchVersions(): void {
  if ('serviceWorker' in navigator) navigator.serviceWorker.addEventListener('message', versions.hear)
}

/** Whether the next navigation should load the page anew, because a newer version is there; looks for one now and then. */
export function hasNewerVersion(): boolean {
  versions.check()
  return versions.isNewer
}

/** The page's first script, whose name changes with each version because it names all others. */
function entryPath(): string | null {
  const entry = document.querySelector<HTMLScriptElement>('script[type=module][src]')
  return entry && new URL(entry.src).pathname
}

/** The content security policy takes the address of a worker from this policy only. */
function workerUrl(): string {
  const policy = window.trustedTypes?.createPolicy('service-worker', { createScriptURL: () => WORKER_PATH })
  return policy?.createScriptURL(WORKER_PATH) ?? WORKER_PATH
}
