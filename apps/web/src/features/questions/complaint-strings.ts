/** Strings of the sheet for reporting a question. Lines under a † are ours to word. */
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
