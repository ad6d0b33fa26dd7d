/** † Strings of the lobby for a page that can be opened only on this machine. */
export const LOCALHOST_STRINGS = {
  cannotOpen: 'Friends on other devices cannot open',
  startWith: 'Start with',
  codeAppears: 'and the QR code appears here.',
  howTo: 'How to set it up',
  stop: 'Stop the program on this computer with Ctrl+C.',
  start: 'Start it again with',
  scan: 'Come back here. Phones on the same network can then scan the code and join.',
} as const
