/** † Strings for users who watch a game or have a seat in the next one. */
export const WATCH_STRINGS = {
  watching: 'You are watching',
  keptForNext: 'Your seat is kept for the next game',
  seatKept: 'Your seat is kept',
  opensHere: 'The next game opens here',
  leave: 'Leave',
  nextOpen: 'The next game is open',
  finished: 'This game is finished',
  ifAgain: (host: string) => `If ${host} plays again, you are in.`,
  underWay: (host: string) => `${host}'s game is under way`,
  closedText: (host: string) => `Ask ${host} for a new invitation.`,
  home: 'Home',
  answers: 'Answers',
  haveAnswered: (count: number, all: number) => `${count} of ${all} have answered`,
  waiting: 'Waiting for answers',
  answerIs: (letter: string) => `The answer is ${letter}`,
  readAnswer: (letter: string, answer: string, description: string | null) =>
    `The answer is ${letter}, ${answer}. ${description ?? ''}`.trim(),
} as const
