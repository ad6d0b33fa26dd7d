import { serverUrl } from './api-origin.ts'
import { noteTooOld, versionHeader } from './app-version.ts'
import { create } from 'zustand'

/** What this installation has enabled beyond the game itself. */
export interface SiteConfig {
  /** Where error reports are sent; null if they are off. */
  errorsDsn: string | null
  chat: { baseUrl: string; websiteToken: string } | null
  version: string
  /** An origin of the site that other devices may be able to open; null if unknown. */
  publicUrl: string | null
}

const NOTHING: SiteConfig = { errorsDsn: null, chat: null, version: '', publicUrl: null }

interface State {
  config: SiteConfig | null
  request: Promise<SiteConfig> | null
}

const useStore = create<State>(() => ({ config: null, request: null }))

/**
 * Fetches `/config.json` once. One build serves every site, so the settings are not known at build time. If the server
 * does not answer, everything is off: no part of the game needs it.
 */
export function loadSiteConfig(): Promise<SiteConfig> {
  const { request } = useStore.getState()
  if (request) return request
  const started = fetchConfig().then((config) => {
    useStore.setState({ config })
    return config
  })
  useStore.setState({ request: started })
  return started
}

/** The configuration, null until it is known. */
export function useSiteConfig(): SiteConfig | null {
  return useStore((state) => state.config)
}

/** Whether this site uses something that needs consent: session recording, or the chat of another service. */
export function needsConsent({ errorsDsn, chat }: SiteConfig): boolean {
  return errorsDsn !== null || chat !== null
}

/** Resets the module between tests. */
export function resetSiteConfig(): void {
  useStore.setState({ config: null, request: null })
}

async function fetchConfig(): Promise<SiteConfig> {
  try {
    const response = await fetch(serverUrl('/config.json'), { headers: versionHeader() })
    const answer = (await response.json()) as Record<string, unknown>
    noteTooOld(response.status, answer)
    return response.ok ? readConfig(answer) : NOTHING
  } catch {
    return NOTHING
  }
}

function readConfig(answer: Record<string, unknown>): SiteConfig {
  const text = (name: string) => (typeof answer[name] === 'string' && answer[name] !== '' ? answer[name] : null)
  const baseUrl = text('chatwoot_base_url')
  const websiteToken = text('chatwoot_website_token')
  return {
    // A developer's own errors are in the console and need no report.
    errorsDsn: import.meta.env.PROD ? text('sentry_dsn') : null,
    chat: baseUrl !== null && websiteToken !== null ? { baseUrl, websiteToken } : null,
    version: text('version') ?? '',
    publicUrl: text('public_url'),
  }
}
