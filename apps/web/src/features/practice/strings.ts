/** What the practice screens say. Lines marked † are proposals where the spec is silent. */
export const PRACTICE_STRINGS = {
  settingsTitle: 'Select topics for practice',
  settingsSubtitle: "or take all and let's go!",
  allTopics: 'All topics',
  loadMore: 'Load more topics',
  reset: 'Reset',
  start: 'Start journey',
  continue: 'Continue journey',
  withoutLimits: 'Without any limits',
  correct: "That's correct! Answer is",
  wrong: 'Sorry, correct answer is',
  next: 'Next question',
  noQuestions: 'No questions for choosen topics',
  adjustSettings: 'Adjust settings',
  /** † all below */
  topics: 'Topics',
  searchTopics: 'Search topics',
  closeSearch: 'Close search',
  noTopics: 'No topics found',
  selected: (count: number) => (count === 1 ? '1 topic selected' : `${count} topics selected`),
  playTitle: 'Practice',
  report: 'Report complaint',
  settings: 'Settings',
  question: 'Question',
  source: 'Source:',
  youChose: (text: string) => `You chose ${text}`,
  failed: 'Something went wrong',
  progressIsSafe: 'Your progress is safe.',
  tryAgain: 'Try again',
  gone: 'This question is gone',
  goneHint: 'Here is the next one',
} as const

/** What the report-complaint sheet says. */
export const COMPLAINT_STRINGS = {
  send: 'Notify us',
  submitting: 'Submitting...',
  submitted: 'Report submitted',
  thanks: 'Thanks for helping us make Quizmaster better!',
  /** † all below */
  title: 'Report complaint',
  text: 'Any problem with a question, its answers, its description or its translations can be reported.',
  what: 'What is wrong? (optional)',
  comment: 'Tell us more (optional)',
  reasons: { question: 'Question', answers: 'Answers', description: 'Description', translation: 'Translation' },
  close: 'Close',
  failed: 'The report was not sent',
} as const
