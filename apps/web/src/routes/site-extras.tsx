import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { useCurrentUser } from '../features/accounts/current-user.ts'
import { ChatButton, type ChatPlace } from '../features/chat/chat-button.tsx'
import { unloadChat } from '../features/chat/chat-widget.ts'
import { ConsentCard } from '../features/consent/consent-card.tsx'
import { followConsentOfOtherTabs, onConsentChange, useConsents } from '../platform/consent.ts'
import { setReportedUser } from '../platform/error-reports/error-reports.ts'
import { queryClient } from '../platform/query-client.ts'
import type { SiteConfig } from '../platform/site-config.ts'

/** What an operator can enable beyond the game: the support chat, and the consent card if needed. */
export function SiteExtras({ config }: { config: SiteConfig }) {
  useEffect(followConsentOfOtherTabs, [])
  useEffect(() => onConsentChange('chat', (answer) => answer === 'denied' && unloadChat()), [])
  return (
    <QueryClientProvider client={queryClient}>
      <Extras config={config} />
    </QueryClientProvider>
  )
}

function Extras({ config }: { config: SiteConfig }) {
  const { pathname } = useLocation()
  const { user = null } = useCurrentUser()
  const userId = user?.id ?? null
  useEffect(() => setReportedUser(userId), [userId])
  const isAllowed = useConsents().chat === 'granted'
  const place = consentPlace(pathname)
  return (
    <>
      {place && <ConsentCard config={config} place={place} />}
      {isAllowed && config.chat && <ChatButton address={config.chat} user={user} place={chatPlace(pathname)} />}
    </>
  )
}

/** The play screens, where nothing may cover a question. */
const PLAY = /^\/(?:app\/(?:(?:practice|private-game)\/play|private-game\/watch)|def\/infinite-game)\/?$/
const LOGIN = /^\/base\/login(?:\/|$)/
/** Screens with a dock above the bottom bar. */
const DOCK = /^\/app\/(?:practice\/settings|private-game\/settings|dashboard\/leaderboard)\/?$/

/** Where the chat button goes on a screen. */
export function chatPlace(path: string): ChatPlace {
  if (LOGIN.test(path)) return 'off'
  if (PLAY.test(path)) return 'hidden'
  if (DOCK.test(path)) return 'dock'
  if (path.startsWith('/app/')) return 'bar'
  return path.startsWith('/base/pages/') ? 'corner' : 'top'
}

/** Where the consent card goes; null on screens where it would interrupt. */
export function consentPlace(path: string): 'landing' | 'home' | null {
  if (/^\/base\/home\/?$/.test(path)) return 'landing'
  return /^\/app\/dashboard\/?$/.test(path) ? 'home' : null
}
