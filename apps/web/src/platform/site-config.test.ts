import { afterEach, expect, test, vi } from 'vitest'
import { loadSiteConfig, needsConsent, resetSiteConfig } from './site-config.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  resetSiteConfig()
})

const answer = (body: unknown, status = 200) =>
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => new Response(JSON.stringify(body), { status })),
  )
const NOTHING = { errorsDsn: null, chat: null, version: '', publicUrl: null }

test('settings that are not set are off, and are fetched only once', async () => {
  answer({ public_url: 'x', sentry_dsn: null, chatwoot_base_url: null, chatwoot_website_token: null, version: '1' })
  const config = await loadSiteConfig()
  await loadSiteConfig()
  expect(config).toEqual({ ...NOTHING, version: '1', publicUrl: 'x' })
  expect(needsConsent(config)).toBe(false)
  expect(fetch).toHaveBeenCalledOnce()
})

test('a chat needs both its address and its token', async () => {
  answer({ chatwoot_base_url: 'https://chat.example', chatwoot_website_token: null })
  expect((await loadSiteConfig()).chat).toBeNull()
  resetSiteConfig()
  answer({ chatwoot_base_url: 'https://chat.example', chatwoot_website_token: 'abc' })
  const config = await loadSiteConfig()
  expect(config.chat).toEqual({ baseUrl: 'https://chat.example', websiteToken: 'abc' })
  expect(needsConsent(config)).toBe(true)
})

test('errors are reported by production builds only', async () => {
  answer({ sentry_dsn: 'https://key@errors.example/1' })
  expect((await loadSiteConfig()).errorsDsn).toBeNull()
  resetSiteConfig()
  vi.stubEnv('PROD', true)
  expect((await loadSiteConfig()).errorsDsn).toBe('https://key@errors.example/1')
})

test('without an answer everything is off', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  expect(await loadSiteConfig()).toEqual(NOTHING)
  resetSiteConfig()
  answer({ error: 'x' }, 503)
  expect(await loadSiteConfig()).toEqual(NOTHING)
})
