/** † Strings of a big screen. */
export const STAGE_STRINGS = {
  product: 'Quizmaster',
  pairTitle: 'Show a game here',
  steps: ['Open your lobby on your phone', 'Choose', 'Scan the code, or type these letters'],
  showOnScreen: 'Show on a big screen',
  letters: (letters: string) => `Letters: ${Array.from(letters).join(', ')}`,
  pairingCode: (letters: string) => `Pairing code ${Array.from(letters).join(' ')}`,
  turnSoundOn: 'Turn sound on',
  turnSoundOff: 'Turn sound off',
  soundIsOn: 'Sound on',
  soundIsOff: 'Sound off',
  lettersChange: 'The letters change every ten minutes',
  following: (host: string) => `Following ${host}'s game`,
  starts: (host: string) => `${host} starts the game`,
  gameId: 'Game id',
  joinAt: (address: string) => `Game id · ${address}`,
  qrCode: (id: string) => `QR code to join game ${Array.from(id).join(' ')}`,
  hidden: 'Hidden by the host',
  ask: (host: string) => `Ask ${host} for the invitation`,
  locked: 'The lobby is locked',
  noCode: 'Join with the game id',
  players: 'Players',
  host: 'Host',
  joined: (name: string, count: number) => `${name} joined, ${playersOf(count)}`,
  manyJoined: (joined: number, count: number) => `${joined} players joined, ${playersOf(count)}`,
  left: (count: number) => `Somebody left, ${playersOf(count)}`,
  more: (count: number) => `and ${count} more`,
  morePlayers: (count: number) => `and ${count} more ${count === 1 ? 'player' : 'players'}`,
  facts: (players: number, questions: number) => `${playersOf(players)} · ${questionsOf(questions)}`,
  questions: (count: number) => questionsOf(count),
  getReady: 'Get ready',
  questionOf: (number: number, count: number) => `Question ${number} of ${count}`,
  seconds: (count: number) => (count === 1 ? 'second' : 'seconds'),
  secondsLeft: (count: number) => `${count} seconds`,
  answers: 'Answers',
  answeredOf: (count: number, all: number) => `${count} of ${all}`,
  haveAnswered: 'have answered',
  waiting: 'Waiting for answers',
  readQuestion: (number: number, count: number, topic: string, text: string, answers: readonly string[]) =>
    `Question ${number} of ${count}, ${topic}. ${text} ${answers.map((answer, at) => `${'ABCD'.charAt(at)}: ${answer}.`).join(' ')}`,
  answerIs: 'The answer is',
  readAnswer: (letter: string, answer: string, description: string) =>
    `The answer is ${letter}, ${answer}. ${description}`,
  ranking: 'Ranking',
  place: '#',
  player: 'Player',
  points: 'Points',
  up: 'up',
  down: 'down',
  results: 'Game results',
  abandoned: 'This game was abandoned',
  readPodium: (names: readonly string[], points: string) => {
    const [first = '', second, third] = names
    const others = second === undefined ? '' : ` ${second} is second${third === undefined ? '' : `, ${third} third`}.`
    return `${first} has won with ${points} points.${others}`
  },
  reconnecting: 'Reconnecting',
} as const

function playersOf(count: number): string {
  return `${count} ${count === 1 ? 'player' : 'players'}`
}

function questionsOf(count: number): string {
  return `${count} ${count === 1 ? 'question' : 'questions'}`
}
