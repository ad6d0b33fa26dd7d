/** † Strings for the host about the big screen that shows the game. */
export const BIG_SCREEN_STRINGS = {
  showOnScreen: 'Show on a big screen',
  screenConnected: 'Big screen connected',
  stageConnected: 'Connected',
  showOnThisScreen: 'Show your game on this screen?',
  showOnThisScreenText: (letters: string) => `The screen must show the letters ${Array.from(letters).join(' ')}.`,
  showGame: 'Show game',
  notNow: 'Not now',
  noLobbyYet: 'Open a lobby first',
  noLobbyYetText: 'A big screen shows a game that you host. Open its lobby, then scan the code again.',
} as const
