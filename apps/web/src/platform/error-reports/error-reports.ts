import { createStore } from 'zustand/vanilla'
import { storage } from '../storage.ts'

/** An error and, if it was thrown while rendering, its place in the component tree. */
export interface ErrorReport {
  error: unknown
  componentStack?: string
}

/** The app's interface to the reporting library (reporting-client.ts). */
export interface Reporter {
  report(report: ErrorReport): void
  /** The user's id and nothing else about them; null for a visitor. */
  setUser(id: string | null): void
  /** Returns a function that stops the recording. */
  startReplay(): Promise<() => void>
}

const MOST_EARLY_REPORTS = 20

interface State {
  reporter: Reporter | null
  userId: string | null
  /** The errors from before the library was loaded. */
  early: readonly ErrorReport[]
}

const store = createStore<State>(() => ({ reporter: null, userId: null, early: [] }))
const earlyListeners = new AbortController()

/** Keeps errors until the reporting library is loaded, which happens late so that the first screen is not delayed. */
export function keepEarlyErrors(): void {
  const { signal } = earlyListeners
  window.addEventListener('error', ({ error, message }) => reportError({ error: error ?? new Error(message) }), {
    signal,
  })
  window.addEventListener('unhandledrejection', ({ reason }) => reportError({ error: reason }), { signal })
}

/** Reports an error, now or once the library is loaded. Where reports are switched off, nothing is sent. */
export function reportError(report: ErrorReport): void {
  const { reporter, early } = store.getState()
  if (reporter) reporter.report(report)
  else if (early.length < MOST_EARLY_REPORTS) store.setState({ early: [...early, report] })
}

/** Sets the user for later errors: an id, or null for a visitor. */
export function setReportedUser(userId: string | null): void {
  store.setState({ userId })
  store.getState().reporter?.setUser(userId)
}

/**
 * Loads the library if the site has switched reports on, sends it the early errors, and records sessions while the user
 * consents. Without a DSN the early errors are dropped and nothing is loaded.
 */
export async function startErrorReports(
  site: { errorsDsn: string | null; version: string },
  load = () => import('./reporting-client.ts'),
): Promise<void> {
  if (site.errorsDsn === null) {
    takeEarly()
    return
  }
  const [{ startReporting }, { followConsent }] = await Promise.all([load(), import('./follow-consent.ts')])
  const reports = takeEarly()
  const reporter = startReporting({ dsn: site.errorsDsn, version: site.version, secrets: storedSecrets })
  store.setState({ reporter })
  reporter.setUser(store.getState().userId)
  for (const report of reports) reporter.report(report)
  followConsent(reporter)
}

/** Stops listening, because the library has its own listeners, and returns the kept errors. */
function takeEarly(): readonly ErrorReport[] {
  earlyListeners.abort()
  const { early } = store.getState()
  store.setState({ early: [] })
  return early
}

function storedSecrets(): string[] {
  return [storage.get('token'), storage.get('email')].filter((secret) => secret !== null)
}
