import { ordinal } from '../../platform/ordinal.ts'
import { GAME_FRAME_STRINGS } from './frame-strings.ts'

interface Standing {
  place: number
  count: number
  points: number
}

function moved(by: number): string {
  if (by === 0) return ''
  return by > 0 ? `up ${by}, ` : `down ${-by}, `
}

/** Strings of the screens of a game with friends. Lines under a † are ours to word. */
export const GAME_STRINGS = {
  ...GAME_FRAME_STRINGS,
  fun: 'Fun mode',
  join: 'Join',
  archiveGame: 'Archive game',
  leaveGame: 'Leave game',
  cancelGame: 'Cancel game',
  /** † */
  share: 'Share invitation',
  /** † */
  shareTitle: 'Quizmaster',
  /** † */
  shareText: 'Play a quiz with me!',
  copied: 'copied',
  getReady: 'Get ready',
  inProgress: 'Game in progress',
  results: 'Game results',
  abandoned: 'This game was abandoned',
  archive: 'Archive',
  waitingForArchive: 'Waiting for admin to archive the game',
  place: '#',
  player: 'Player',
  points: 'Points',
  joinError: 'Join game error',
  alreadyIn: 'Already in the game',
  alreadyInMessage: 'Leave the current game to join another one',
  /** † all below */
  gameId: 'Game id',
  settings: 'Game settings',
  settingsTitle: 'Select topics for the game',
  save: 'Save',
  topicLimit: 'You can choose up to 10 topics',
  questionCount: 'Number of questions',
  players: 'Players',
  topics: 'Topics',
  noTopics: 'No topics yet',
  chooseTopics: 'Choose topics',
  host: 'Host',
  you: 'You',
  copy: 'Copy',
  copyFailed: 'The link could not be copied',
  copyFailedMessage: 'Please copy it by hand',
  qrCode: (id: string) => `QR code to join game ${id}`,
  moreNeeded: 'At least 2 players are needed',
  joined: (name: string, count: number) => `${name} joined, ${count} players`,
  left: (name: string, count: number) => `${name} left, ${count} ${count === 1 ? 'player' : 'players'}`,
  questions: (count: number) => (count === 1 ? '1 question' : `${count} questions`),
  moreTopics: (count: number) => (count === 1 ? '1 topic' : `${count} topics`),
  questionOf: (number: number, count: number) => `Question ${number} of ${count}`,
  questionOn: (number: number, count: number, topic: string) => `Question ${number} of ${count}, ${topic}`,
  cancelWarning: 'If you cancel the game, progress is lost.',
  leaveWarning: 'If you leave the game, your progress is lost.',
  waiting: 'Waiting for other players',
  relaxedTime: 'Relaxed time',
  relaxedTimeMeans: 'Relaxed time: the clock may run longer in this game.',
  timeOver: 'Your time is over. Waiting for other players',
  clock: 'Clock',
  usualClock: '20 seconds',
  noClock: 'No clock',
  noClockText: 'Without a clock, every right answer earns the same.',
  withoutClock: (questions: string) => `${questions}, no clock`,
  watchInstead: 'Watch this game',
  latecomers: 'Let latecomers watch',
  latecomersNote: 'They get a seat in the next game',
  youChoseLetter: (letter: string) => `You chose ${letter}`,
  ranking: 'Ranking',
  movedUp: 'up',
  movedDown: 'down',
  standing: ({ place, oldPlace, count, points }: Standing & { oldPlace: number }) =>
    `You are ${ordinal(place)} of ${count}, ${moved(oldPlace - place)}${points.toLocaleString('en')} points`,
  finalStanding: ({ place, count, points }: Standing) =>
    `You are ${ordinal(place)} of ${count}, ${points.toLocaleString('en')} points`,
  hasWon: (name: string, points: number) => `${name} has won with ${points.toLocaleString('en')} points`,
  second: (name: string) => `${name} is second`,
  third: (name: string) => `${name} third`,
  lock: 'Lock',
  locked: 'Locked',
  lockedNobody: 'Locked: nobody else can join',
  lobbyLocked: 'The lobby is locked',
  lobbyUnlocked: 'The lobby is open again',
  tonight: (wins: readonly string[]) => `Tonight: ${wins.join(', ')}`,
  next: 'What’s next',
  playAgain: 'Play again',
  closeResults: 'Close results',
  goToLobby: 'Go to lobby',
  remove: (name: string) => `Remove ${name}`,
} as const
