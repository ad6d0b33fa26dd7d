/** What stands around an ad. Those marked † are proposals. */
export const AD_STRINGS = {
  /** † */
  ad: 'Ad',
  cancelIn: (seconds: number) => `Cancel in ${seconds}`,
  /** † */
  close: 'Close',
  /** † */
  seeTheBook: 'See the book',
  /** † for ears */
  newTab: 'opens in a new tab',
} as const
