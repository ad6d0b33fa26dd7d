import type { SiteConfig } from '../../platform/site-config.ts'
import { CONSENT_STRINGS } from './strings.ts'

/** What this site asks a consent for, in words: only for what it has switched on. */
export function whatIsAsked({ errorsDsn, chat }: SiteConfig): { question: string; label: string } {
  if (chat === null) return { question: CONSENT_STRINGS.replay, label: CONSENT_STRINGS.replayLabel }
  if (errorsDsn === null) return { question: CONSENT_STRINGS.chat, label: CONSENT_STRINGS.chatLabel }
  return { question: CONSENT_STRINGS.both, label: CONSENT_STRINGS.bothLabel }
}
