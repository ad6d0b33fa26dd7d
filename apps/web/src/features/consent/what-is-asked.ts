import type { SiteConfig } from '../../platform/site-config.ts'
import { CONSENT_STRINGS } from './strings.ts'

/** A consent in words: as a question, and as a switch with a note. */
interface Asked {
  question: string
  label: string
  note: string
}

/** What this site asks a consent for: only what it has switched on. */
export function whatIsAsked({ errorsDsn, chat }: SiteConfig): Asked {
  const words = CONSENT_STRINGS
  if (chat === null) return { question: words.replay, label: words.replayLabel, note: words.replayNote }
  if (errorsDsn === null) return { question: words.chat, label: words.chatLabel, note: words.chatNote }
  return { question: words.both, label: words.bothLabel, note: words.bothNote }
}
