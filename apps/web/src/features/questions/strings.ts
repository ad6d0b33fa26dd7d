const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' })

/** Text of a question and its verdict. Lines under a † are ours to word. */
export const QUESTION_STRINGS = {
  correct: "That's correct! Answer is",
  wrong: 'Sorry, correct answer is',
  /** † all below */
  question: 'Question',
  source: 'Source:',
  youChoseOf: 'You chose',
  secondsLeft: (seconds: number) => `${seconds} seconds left`,
  /** As it is read out when the question opens, after the question itself. */
  readAnswers: (texts: readonly string[]) => texts.map((text, index) => `${'ABCD'[index]}: ${text}`).join('. '),
  keys: 'Keys',
  keysText: '1 to 4 or A to D choose an answer. Enter goes on.',
  youChose: (text: string) => `You chose ${text}`,
  /** @param date as on the wire, `2026-05-03` */
  missedOn: (date: string) => `You missed this on ${DAY.format(new Date(`${date}T00:00:00Z`))}`,
} as const

/** Text of the topic picker. */
export const TOPIC_STRINGS = {
  allTopics: 'All topics',
  loadMore: 'Load more topics',
  reset: 'Reset',
  /** † all below */
  topics: 'Topics',
  groups: 'Groups',
  mixed: 'Mixed',
  groupChosen: (name: string, count: number) => `${name}, ${count} chosen`,
  groupSize: (count: number) => (count === 1 ? '1 topic' : `${count} topics`),
  allOfGroup: (name: string) => `All of ${name}`,
  allOfGroupLabel: (name: string, count: number) => `All of ${name}, ${count === 1 ? '1 topic' : `${count} topics`}`,
  groupTooLarge: (name: string, count: number, room: number) =>
    `${name} has ${count} topics: more than the ${room} that still fit.`,
  searchTopics: 'Search topics',
  closeSearch: 'Close search',
  noTopics: 'No topics found',
  nothingMatches: (text: string) => `Nothing matches “${text}”. You can suggest it as a new topic.`,
  suggest: 'Suggest this topic',
  suggested: 'Thank you. It is on our list.',
  suggestedBefore: 'It is on our list already.',
  selected: (count: number) => (count === 1 ? '1 topic selected' : `${count} topics selected`),
  failed: 'Something went wrong',
} as const

/** Text of the sheet that reports a question. */
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
