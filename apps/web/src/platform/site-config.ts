import { create } from 'zustand'

/** What this installation has switched on beyond the game itself. */
export interface SiteConfig {
  /** Where error reports go; null where they are off. */
  errorsDsn: string | null
  chat: { baseUrl: string; websiteToken: string } | null
  version: string
}

const NOTHING: SiteConfig = { errorsDsn: null, chat: null, version: '' }

const useStore = create<{ config: SiteConfig | null }>(() => ({ config: null }))

let asked: Promise<SiteConfig> | null = null

/**
 * Asks the server for `/config.json` once (contract 1). One build serves every site, so it can't be known before.
 * Without an answer all of it is off: no part of the game needs it.
 */
export function loadSiteConfig(): Promise<SiteConfig> {
  asked ??= fetchConfig().then((config) => {
    useStore.setState({ config })
    return config
  })
  return asked
}

/** The configuration, null until it is known. Drawn again when it comes. */
export function useSiteConfig(): SiteConfig | null {
  return useStore((state) => state.config)
}

/** Whether something of this site needs a consent: a replay of sessions, or the chat of another service. */
export function needsConsent({ errorsDsn, chat }: SiteConfig): boolean {
  return errorsDsn !== null || chat !== null
}

/** Forgets what was asked, for tests. */
export function resetSiteConfig(): void {
  asked = null
  useStore.setState({ config: null })
}

async function fetchConfig(): Promise<SiteConfig> {
  try {
    const response = await fetch('/config.json')
    if (!response.ok) return NOTHING
    return readConfig((await response.json()) as Record<string, unknown>)
  } catch {
    return NOTHING
  }
}

function readConfig(answer: Record<string, unknown>): SiteConfig {
  const text = (name: string) => (typeof answer[name] === 'string' && answer[name] !== '' ? answer[name] : null)
  const baseUrl = text('chatwoot_base_url')
  const websiteToken = text('chatwoot_website_token')
  return {
    // A developer's own errors stand in the console; they are nobody's report.
    errorsDsn: import.meta.env.PROD ? text('sentry_dsn') : null,
    chat: baseUrl !== null && websiteToken !== null ? { baseUrl, websiteToken } : null,
    version: text('version') ?? '',
  }
}
