/** The size of a picture and where things are in it, mostly as fractions of its width and height. */
export interface Composition {
  width: number
  height: number
  /** The top of the mountain. */
  peak: readonly [across: number, down: number]
  /** How wide the mountain is. */
  breadth: number
  /** Where the mountain stands. */
  foot: number
  sun: readonly [across: number, down: number]
  /** The size of the first mark, and how much smaller the last one is. */
  mark: number
  shrink: number
  /** What sizes are fractions of, in px; by default the shorter side. */
  unit?: number
  pines?: number
  /** The half width of the gap that the trees leave around the mountain's middle. */
  pineGap?: number
  /** A dark gradient behind text that is added later: from the left, or from the top. */
  scrim?: 'left' | 'top'
}

export const START_PICTURE: Composition = {
  width: 720,
  height: 420,
  peak: [0.46, 0.25],
  breadth: 0.62,
  foot: 0.95,
  sun: [0.8, 0.44],
  mark: 0.085,
  shrink: 0.3,
  unit: 470,
}

export const RESULT_PICTURE: Composition = {
  width: 720,
  height: 352,
  peak: [0.44, 0.2],
  breadth: 0.6,
  foot: 0.95,
  sun: [0.8, 0.4],
  mark: 0.1,
  shrink: 0.34,
  unit: 400,
}

export const WIDE_PICTURE: Composition = {
  width: 1200,
  height: 630,
  peak: [0.735, 0.165],
  breadth: 0.52,
  foot: 0.95,
  sun: [0.94, 0.42],
  mark: 0.115,
  shrink: 0.3,
  pines: 40,
  scrim: 'left',
}

export const TALL_PICTURE: Composition = {
  width: 1080,
  height: 1920,
  peak: [0.47, 0.44],
  breadth: 0.86,
  foot: 0.9,
  sun: [0.82, 0.5],
  mark: 0.115,
  shrink: 0.34,
  unit: 1080,
  pines: 60,
  pineGap: 0.27,
  scrim: 'top',
}

/** What sizes are fractions of, in px. */
export function unitOf({ unit, width, height }: Composition): number {
  return unit ?? Math.min(width, height)
}

/** Where the mountain stands in the picture, in px. */
interface MountainBox {
  /** The top. */
  x: number
  y: number
  broad: number
  tall: number
  /** The line it stands on. */
  base: number
}

export function mountainBox({ width, height, peak, breadth, foot }: Composition): MountainBox {
  const [x, y, base] = [width * peak[0], height * peak[1], height * foot]
  return { x, y, broad: width * breadth, tall: base - y, base }
}
