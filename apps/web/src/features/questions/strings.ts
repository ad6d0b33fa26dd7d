const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' })

/** Strings of a question and its verdict. Lines under a † are ours to word. */
export const QUESTION_STRINGS = {
  correct: "That's correct! Answer is",
  wrong: 'Sorry, correct answer is',
  /** † all below */
  question: 'Question',
  source: 'Source:',
  youChoseOf: 'You chose',
  secondsLeft: (seconds: number) => `${seconds} seconds left`,
  /** Read out when the question opens, after the question itself. */
  readAnswers: (texts: readonly string[]) => texts.map((text, index) => `${'ABCD'[index]}: ${text}`).join('. '),
  keys: 'Keys',
  keysText: 'Press 1 to 4 or A to D to answer, Enter to continue.',
  youChose: (text: string) => `You chose ${text}`,
  /** @param date as on the wire, `2026-05-03` */
  missedOn: (date: string) => `You missed this on ${DAY.format(new Date(`${date}T00:00:00Z`))}`,
} as const
