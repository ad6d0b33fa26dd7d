/** The colours of a patch: cloth, light background of the scene, and dark edge. */
export type RankColors = { main: string; light: string; dark: string }

/** Colours of ranks 1 to 8, in order. */
export const RANK_COLORS: readonly RankColors[] = [
  { main: '#6F8C86', light: '#DCE7E1', dark: '#4B655F' },
  { main: '#5E8F3C', light: '#E4F0CF', dark: '#3E6525' },
  { main: '#17938F', light: '#D3F0EC', dark: '#0C6461' },
  { main: '#2B55C9', light: '#DDE6FC', dark: '#1B388C' },
  { main: '#5A3FB0', light: '#E6DFFA', dark: '#3B2880' },
  { main: '#8E2A7B', light: '#F7DDF1', dark: '#611A53' },
  { main: '#D2452F', light: '#FFE2D6', dark: '#932A19' },
  { main: '#F2B632', light: '#FFF3CC', dark: '#A86E00' },
]

/** The number of patches: ranks 1 to 8. */
export const RANK_COUNT = RANK_COLORS.length
