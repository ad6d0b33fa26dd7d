import { isGranted, onConsentChange } from './consent.ts'
import { logDebug } from './log.ts'
import { storage } from './storage.ts'

/** Something that went wrong, and where in the screen if it was drawing. */
export interface ErrorReport {
  error: unknown
  componentStack?: string
}

/** What the reporting library is to the app; see error-reports/reporting-client.ts. */
export interface Reporter {
  report(report: ErrorReport): void
  /** The user's id, nothing else about them; null for a visitor. */
  setUser(id: string | null): void
  /** Gives the way to stop. */
  startReplay(): Promise<() => void>
}

const MOST_EARLY_REPORTS = 20

let early: ErrorReport[] = []
let reporter: Reporter | null = null
let userId: string | null = null
let forgetEarly = () => {}

/** Keeps what goes wrong before the library is there: it is loaded late, so that the first screen is not. */
export function keepEarlyErrors(): void {
  const onError = (event: ErrorEvent) => reportError({ error: event.error ?? new Error(event.message) })
  const onRejection = (event: PromiseRejectionEvent) => reportError({ error: event.reason })
  window.addEventListener('error', onError)
  window.addEventListener('unhandledrejection', onRejection)
  forgetEarly = () => {
    window.removeEventListener('error', onError)
    window.removeEventListener('unhandledrejection', onRejection)
    early = []
  }
}

/** Reports an error, now or once the library is there; without one nothing leaves. */
export function reportError(report: ErrorReport): void {
  if (reporter) reporter.report(report)
  else if (early.length < MOST_EARLY_REPORTS) early.push(report)
}

/** Whose errors they are from now on: an id, or null for a visitor. */
export function setReportedUser(id: string | null): void {
  userId = id
  reporter?.setUser(id)
}

/**
 * Loads the library where the site has switched reports on, hands it what has happened so far, and records sessions
 * for as long as there is a consent. Without a DSN the early errors are forgotten and nothing is loaded.
 */
export async function startErrorReports(
  site: { errorsDsn: string | null; version: string },
  load = () => import('./error-reports/reporting-client.ts'),
): Promise<void> {
  if (site.errorsDsn === null) return forgetEarly()
  const { startReporting } = await load()
  const reports = early
  forgetEarly()
  reporter = startReporting({ dsn: site.errorsDsn, version: site.version, secrets: storedSecrets })
  reporter.setUser(userId)
  for (const report of reports) reporter.report(report)
  followConsent(reporter)
}

/** Replay only while it is allowed. Allowed again after a "no", it starts with the next page load. */
function followConsent(to: Reporter): void {
  let stop: Promise<() => void> | null = null
  const follow = () => {
    if (isGranted('replay')) stop ??= startReplay(to)
    else void stop?.then((end) => end())
  }
  follow()
  onConsentChange('replay', follow)
}

/** A chunk that is gone after a deploy is no error of the page: nothing is recorded then. */
async function startReplay(of: Reporter): Promise<() => void> {
  try {
    return await of.startReplay()
  } catch (error) {
    logDebug('No session replay', error)
    return () => {}
  }
}

function storedSecrets(): string[] {
  return [storage.get('token'), storage.get('email')].filter((secret) => secret !== null)
}
