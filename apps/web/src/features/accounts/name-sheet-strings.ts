/** † Strings of the sheet that asks for the name in games, in a file of their own because the lobby loads no others of accounts. */
export const NAME_SHEET_STRINGS = {
  title: 'Your name in games',
  text: 'The others see it in the lobby and the results. You can change it in Account.',
  name: 'Name',
  continue: 'Continue',
  failed: 'That did not work',
} as const
