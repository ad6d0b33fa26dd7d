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
import type { ErrorReport, Reporter } from '../error-reports.ts'
import type { KnownSecrets } from './scrub.ts'
import { scrubbed } from './scrubbed-transport.ts'

/** Rates of product 9. */
const TRACES_RATE = 1
const REPLAY_RATE = 0.1
const REPLAY_ON_ERROR_RATE = 1

interface Options {
  dsn: string
  version: string
  /** What must not leave, asked for anew with each envelope. */
  secrets: () => KnownSecrets
}

/** Starts the reporting library. It is in a chunk of its own, loaded only where reports are switched on. */
export function startReporting({ dsn, version, secrets }: Options): Reporter {
  init({
    dsn,
    ...(version ? { release: version } : {}),
    environment: 'production',
    tracesSampleRate: TRACES_RATE,
    replaysSessionSampleRate: REPLAY_RATE,
    replaysOnErrorSampleRate: REPLAY_ON_ERROR_RATE,
    // Only our own API learns of a trace: the path alone is compared, and only where the origin is the page's.
    tracePropagationTargets: [/^\/services\//],
    // Nothing about the person and nothing that was said, before the transport scrubs what is left.
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
    // No visits are counted and no console is read, unlike the library's own choice.
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
