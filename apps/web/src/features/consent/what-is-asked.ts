import type { ConsentKind } from '../../platform/consent.ts'
import { CONSENT_STRINGS } from './strings.ts'

/** A consent in words: as a question, and as a switch with a note. */
interface Asked {
  question: string
  label: string
  note: string
}

/** What is asked a consent for, in words; at least one thing. */
export function whatIsAsked(kinds: readonly ConsentKind[]): Asked {
  const words = CONSENT_STRINGS
  if (!kinds.includes('chat')) return { question: words.replay, label: words.replayLabel, note: words.replayNote }
  if (!kinds.includes('replay')) return { question: words.chat, label: words.chatLabel, note: words.chatNote }
  return { question: words.both, label: words.bothLabel, note: words.bothNote }
}
