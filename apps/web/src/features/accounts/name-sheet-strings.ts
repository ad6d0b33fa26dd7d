/**
 * † Strings of the sheet that asks for the name in games. A file of its own, because the lobby needs no other account
 * strings.
 */
export const NAME_SHEET_STRINGS = {
  title: 'Your name in games',
  text: 'Other players see it in the lobby and the results. You can change it in Account.',
  name: 'Name',
  continue: 'Continue',
  failed: 'That did not work',
} as const
