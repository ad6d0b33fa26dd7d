import type { ConsentKind } from '../../platform/consent.ts'

/** Strings of the consent card and switch. All are ours to word (†). */
export const CONSENT_STRINGS = {
  title: 'Privacy choices',
  replay: 'May we record how pages behave, to find what breaks? All text is masked.',
  chat: 'May we load the support chat? Its provider may get your user id and e-mail address.',
  both: 'May we record how pages behave, with all text masked, and load the support chat? Its provider may get your user id and e-mail address.',
  allow: 'Allow',
  refuse: 'No, thanks',
  /** The labels of the switch. */
  replayLabel: 'Recordings of how pages behave',
  chatLabel: 'Support chat',
  bothLabel: 'Recordings and support chat',
  replayNote: 'They help us find what breaks; all text in them is masked',
  chatNote: 'Its provider may get your user id and e-mail address',
  bothNote: 'All text in recordings is masked; the provider of the chat may get your user id and e-mail address',
} as const

/** The texts of a consent: as a question, and as a switch with a note. */
interface ConsentTexts {
  question: string
  label: string
  note: string
}

/** The texts for one or both kinds of consent. */
export function consentTexts(kinds: readonly ConsentKind[]): ConsentTexts {
  if (!kinds.includes('chat'))
    return { question: CONSENT_STRINGS.replay, label: CONSENT_STRINGS.replayLabel, note: CONSENT_STRINGS.replayNote }
  if (!kinds.includes('replay'))
    return { question: CONSENT_STRINGS.chat, label: CONSENT_STRINGS.chatLabel, note: CONSENT_STRINGS.chatNote }
  return { question: CONSENT_STRINGS.both, label: CONSENT_STRINGS.bothLabel, note: CONSENT_STRINGS.bothNote }
}
