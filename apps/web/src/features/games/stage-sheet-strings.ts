/** Strings of the sheet with which a host shows the game on a big screen. */
export const STAGE_SHEET_STRINGS = {
  openOnScreen: 'On the big screen, open',
  scanOrType: 'Scan its code with your camera, or type its letters here',
  stageLetters: 'Letters from the big screen',
  letterOf: (number: number) => `Letter ${number} of 4`,
  stageHint: 'It connects once all four are in.',
  stageFollows: 'It follows this game, and those you play again.',
  addScreen: 'Show on another screen',
  showHowToJoin: 'Show how to join',
  hidesCodeAndId: 'When off, the code and the id are hidden',
  done: 'Done',
  stopShowing: 'Stop showing',
} as const
