/** Strings of the ad screen. Lines under a † are ours to word. */
export const AD_STRINGS = {
  /** † */
  ad: 'Ad',
  cancelIn: (seconds: number) => `Cancel in ${seconds}`,
  /** † */
  close: 'Close',
  /** † */
  seeTheBook: 'See the book',
  /** †, for screen readers. */
  newTab: 'opens in a new tab',
} as const
