/** Words of the question for consent. All of them are proposals. */
export const CONSENT_STRINGS = {
  title: 'Privacy choices',
  replay: 'May we record how pages behave, to find what breaks? Your words are blotted out.',
  chat: 'May we load the support chat? Its provider gets your user id and e-mail address.',
  both: 'May we record how pages behave, with your words blotted out, and load the support chat? Its provider gets your user id and e-mail address.',
  allow: 'Allow',
  refuse: 'No, thanks',
  /** On the switch. */
  replayLabel: 'Recordings of how pages behave',
  chatLabel: 'Support chat',
  bothLabel: 'Recordings and support chat',
  replayNote: 'They help to find what breaks; your words are blotted out',
  chatNote: 'Its provider gets your user id and e-mail address',
  bothNote: 'Your words are blotted out; the provider of the chat gets your user id and e-mail address',
} as const
