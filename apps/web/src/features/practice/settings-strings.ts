/** Strings of the screen where the topics for practice are chosen. */
export const PRACTICE_SETTINGS_STRINGS = {
  title: 'Select topics for practice',
  subtitle: "or take all and let's go!",
  start: 'Start journey',
  continue: 'Continue journey',
  withoutLimits: 'Without any limits',
} as const
