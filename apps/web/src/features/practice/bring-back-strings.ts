/** † Strings of the tile that brings missed questions back. */
export const BRING_BACK_STRINGS = {
  title: 'Bring back',
  ready: (count: number) => `${count} ready`,
  titleReady: (count: number) => `Bring back, ${count} ready`,
} as const
