/** Strings of the support chat. Those marked † are ours to word. */
export const CHAT_STRINGS = {
  /** † */
  open: 'Support chat',
  /** † For the console (product 8). */
  notLoaded: 'The chat widget did not load within 1 second',
} as const
