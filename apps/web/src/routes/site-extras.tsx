import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { useCurrentUser } from '../features/accounts/current-user.ts'
import { ChatButton } from '../features/chat/chat-button.tsx'
import { unloadChat } from '../features/chat/chat-widget.ts'
import { ConsentCard } from '../features/consent/consent-card.tsx'
import { followConsentOfOtherTabs, onConsentChange, useConsents } from '../platform/consent.ts'
import { setReportedUser } from '../platform/error-reports.ts'
import { queryClient } from '../platform/query-client.ts'
import type { SiteConfig } from '../platform/site-config.ts'
import { chatPlace, consentPlace } from './extras-places.ts'

/** What an operator can switch on beyond the game: the chat, and the question for consent where one is needed. */
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
