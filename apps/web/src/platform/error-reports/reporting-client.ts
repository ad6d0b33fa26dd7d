import {
  addIntegration,
  breadcrumbsIntegration,
  browserTracingIntegration,
  captureException,
  dedupeIntegration,
  eventFiltersIntegration,
  functionToStringIntegration,
  globalHandlersIntegration,
  httpContextIntegration,
  init,
  linkedErrorsIntegration,
  makeFetchTransport,
  setUser,
} from '@sentry/react'
import type { ErrorReport, Reporter } from './error-reports.ts'
import { type KnownSecrets, scrubbed } from './scrub.ts'

/** Sampling rates (product 9). */
const TRACES_RATE = 1
const REPLAY_RATE = 0.1
const REPLAY_ON_ERROR_RATE = 1

interface Options {
  dsn: string
  version: string
  /** Values that must not be sent, read again for each envelope. */
  secrets: () => KnownSecrets
}

/** Starts the reporting library. This module is a chunk of its own, loaded only where reports are switched on. */
export function startReporting({ dsn, version, secrets }: Options): Reporter {
  init({
    dsn,
    ...(version ? { release: version } : {}),
    environment: 'production',
    tracesSampleRate: TRACES_RATE,
    replaysSessionSampleRate: REPLAY_RATE,
    replaysOnErrorSampleRate: REPLAY_ON_ERROR_RATE,
    // Only our own API gets trace headers. Calls to the page's own origin are compared by their path alone.
    tracePropagationTargets: [/^\/services\//],
    // Personal data is not collected in the first place, and the transport scrubs everything that is.
    dataCollection: {
      userInfo: false,
      cookies: false,
      httpHeaders: { request: { allow: ['user-agent'] }, response: false },
      httpBodies: [],
      urlQueryParams: false,
      stackFrameVariables: false,
    },
    sendClientReports: false,
    transport: (options) => scrubbed(makeFetchTransport(options), secrets),
    // The library's defaults also count visits and read the console.
    defaultIntegrations: [
      eventFiltersIntegration(),
      functionToStringIntegration(),
      globalHandlersIntegration(),
      linkedErrorsIntegration(),
      dedupeIntegration(),
      httpContextIntegration(),
      breadcrumbsIntegration(),
      browserTracingIntegration(),
    ],
  })
  return {
    report,
    setUser: (id) => setUser(id === null ? null : { id }),
    startReplay: async () => {
      const { startReplay } = await import('./replay.ts')
      return startReplay(addIntegration)
    },
  }
}

function report({ error, componentStack }: ErrorReport): void {
  captureException(error, componentStack ? { contexts: { react: { componentStack } } } : undefined)
}
