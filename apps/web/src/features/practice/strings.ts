/** What the practice screens say. Lines marked † are ours to word. */
export const PRACTICE_STRINGS = {
  settingsTitle: 'Select topics for practice',
  settingsSubtitle: "or take all and let's go!",
  start: 'Start journey',
  continue: 'Continue journey',
  withoutLimits: 'Without any limits',
  next: 'Next question',
  noQuestions: 'No questions for choosen topics',
  adjustSettings: 'Adjust settings',
  /** † all below */
  playTitle: 'Practice',
  report: 'Report complaint',
  settings: 'Settings',
  failed: 'Something went wrong',
  progressIsSafe: 'Your progress is safe.',
  tryAgain: 'Try again',
  gone: 'This question is gone',
  goneHint: 'Here is the next one',
} as const
