/**
 * Strings about games that are shown outside of games, on every screen and in Account. Lines under a † are ours to
 * word.
 */
export const GAME_FRAME_STRINGS = {
  activeGame: 'Active game',
  startGame: 'Start game',
  starting: 'Starting...',
  goToGame: 'Go to game',
  loading: 'Loading...',
  /** † all below */
  sounds: 'Sounds in games',
  soundsNote: 'On this device only.',
  gameStarts: 'The game starts',
  closed: 'The game was closed',
  removed: 'The host has removed you from the game',
  failed: 'Something went wrong',
} as const
