/** Strings of the screen where a game mode is chosen. */
export const CHOOSER_STRINGS = {
  title: 'Play with friends',
  fun: 'Fun mode',
  competitive: 'Competitive game',
  inDevelopment: 'In development',
  new: 'New',
  join: 'Join',
  /** † */
  funText: 'Faster answers earn more points. Nobody is eliminated.',
  competitiveText: 'Players take turns eliminating topics.',
} as const
