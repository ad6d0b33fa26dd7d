/** † Strings of the sheets that ask before something in a game is lost. */
export const GAME_SHEET_STRINGS = {
  removeTitle: (name: string) => `Remove ${name}?`,
  removeText: 'They leave the lobby and cannot join this game again.',
  removePlayer: 'Remove player',
  keepPlayer: 'Keep player',
  newGameTitle: 'You already have a game',
  newGameCancels: 'A new game cancels it, and its players are notified.',
  newGameLeaves: 'To start a new one you leave it, and your progress in it is lost.',
  newGameReady: 'Your new game is ready',
  newGameReadyText: 'Invite your friends from its lobby.',
  startNew: 'Start a new game',
  keepGame: 'Keep the game',
  cancelTitle: 'Cancel game?',
  cancelText: 'The game ends for all players and progress is lost.',
  leaveTitle: 'Leave game?',
  leaveText: 'The game goes on without you, and your progress is lost.',
} as const
