/** The size of a picture and the positions of its parts, mostly as fractions of its width and height. */
export interface Composition {
  width: number
  height: number
  /** The top of the mountain. */
  peak: readonly [across: number, down: number]
  /** The width of the mountain. */
  breadth: number
  /** The base line of the mountain. */
  foot: number
  sun: readonly [across: number, down: number]
  /** The size of the first mark, and by how much the last one is smaller. */
  mark: number
  shrink: number
  /** The length in px that sizes are fractions of; by default the shorter side. */
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

/** The length in px that sizes are fractions of. */
export function unitOf({ unit, width, height }: Composition): number {
  return unit ?? Math.min(width, height)
}

/** The position and size of the mountain in the picture, in px. */
interface MountainBox {
  /** The top. */
  x: number
  y: number
  broad: number
  tall: number
  /** The base line. */
  base: number
}

export function mountainBox({ width, height, peak, breadth, foot }: Composition): MountainBox {
  const [x, y, base] = [width * peak[0], height * peak[1], height * foot]
  return { x, y, broad: width * breadth, tall: base - y, base }
}
