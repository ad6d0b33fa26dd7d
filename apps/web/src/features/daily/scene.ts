import { WAYMARK_PATHS, waymarkAt } from '../../ui/graphics/waymark-shapes.ts'

/** How a waymark on the mountain looks: lit for a right answer, dark for a missed one, a dot for one to come. */
type MarkLook = 'right' | 'missed' | 'to_come'

/** The size of a picture and where things are in it, mostly in parts of its width and height. */
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
  /** What sizes are parts of, in px; by default the shorter side. */
  unit?: number
  pines?: number
  /** How far the trees keep from the mountain's middle. */
  pineGap?: number
  /** A dark ground behind words that are set later: from the left, or from the top. */
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

const LIT = ['#FFFFFF', '#F5B83D', '#3CC4C6', '#F08BD8']
const DARK = '#0B2F2B'
const CREAM = '#FDF3E3'
const PINES = ['#0B3833', '#0A2E2A', '#082622']
/**
 * The way up: across (-1 is the left edge of the mountain at that height, 1 the right one) and up (0 the foot, 1 the top).
 * The four bends have no mark.
 */
const WAY: readonly (readonly [across: number, up: number, hasMark: boolean])[] = [
  [-0.5, 0.05, true],
  [-0.03, 0.09, true],
  [0.42, 0.15, true],
  [0.66, 0.215, false],
  [0.24, 0.275, true],
  [-0.2, 0.335, true],
  [-0.62, 0.405, true],
  [-0.74, 0.46, false],
  [-0.16, 0.515, true],
  [0.42, 0.58, true],
  [0.42, 0.645, false],
  [-0.1, 0.69, true],
  [-0.62, 0.755, false],
  [0.02, 0.835, true],
]

type Point = readonly [x: number, y: number]

/**
 * The mountain with the ten marks as an SVG, without words. The same input gives the same picture.
 * @param marks for each answered question, whether it was right
 */
export function sceneSvg(composition: Composition, marks: readonly boolean[]): string {
  const looks = marks.map((isRight): MarkLook => (isRight ? 'right' : 'missed'))
  const { width, height } = composition
  const parts = [
    sky(composition),
    ridges(composition),
    scrim(composition),
    mountain(composition),
    foreground(composition),
    way(composition, looks),
  ]
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${parts.join('')}</svg>`
}

/** A picture as the address of an image. */
export function svgAddress(svg: string): string {
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}

const unitOf = ({ unit, width, height }: Composition) => unit ?? Math.min(width, height)
const round = (value: number) => Math.round(value * 100) / 100
const polygon = (points: readonly Point[], fill: string) =>
  `<polygon points="${points.map((point) => point.map(round).join(',')).join(' ')}" fill="${fill}"/>`

/** Numbers from 0 to 1 that look random and are the same for a seed (mulberry32). */
function numbersFrom(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

function sky(composition: Composition): string {
  const { width, height, sun } = composition
  const unit = unitOf(composition)
  const next = numbersFrom(5)
  const stars = Array.from({ length: 46 }, () => {
    const [x, y, size, light] = [next() * width, next() * height * 0.34, next(), next()]
    const radius = ((0.5 + size * 1.1) * unit) / 700
    return `<circle cx="${round(x)}" cy="${round(y)}" r="${round(radius)}" fill="#FFF6E0" opacity="${round(0.25 + light * 0.6)}"/>`
  })
  const [x, y] = [round(width * sun[0]), round(height * sun[1])]
  return (
    '<defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#12395A"/>' +
    '<stop offset=".34" stop-color="#5B5C97"/><stop offset=".62" stop-color="#E88B7D"/>' +
    '<stop offset=".85" stop-color="#FFC98F"/></linearGradient><radialGradient id="glow">' +
    '<stop offset="0" stop-color="#FFE7B0" stop-opacity=".9"/>' +
    '<stop offset="1" stop-color="#FFD08A" stop-opacity="0"/></radialGradient></defs>' +
    `<rect width="${width}" height="${height}" fill="url(#sky)"/>${stars.join('')}` +
    `<circle cx="${x}" cy="${y}" r="${round(unit * 0.34)}" fill="url(#glow)"/>` +
    `<circle cx="${x}" cy="${y}" r="${round(unit * 0.07)}" fill="#FFE9B8"/>`
  )
}

/** Three ridges behind the mountain. */
function ridges({ width, height, foot }: Composition): string {
  const layers = [
    { fill: '#B98AA0', base: 0.6, swing: 0.2, seed: 11, peaks: 4 },
    { fill: '#7E7396', base: 0.69, swing: 0.17, seed: 23, peaks: 5 },
    { fill: '#3F6A7C', base: 0.78, swing: 0.16, seed: 37, peaks: 4 },
  ]
  return layers
    .map(({ fill, base, swing, seed, peaks }) => {
      const d = ridge({
        width,
        height,
        base: height * (base + foot - 0.95),
        swing: Math.min(height, width * 1.1) * swing,
        seed,
        peaks,
      })
      return `<path d="${d}" fill="${fill}"/>`
    })
    .join('')
}

interface Ridge {
  width: number
  height: number
  base: number
  swing: number
  seed: number
  peaks: number
}

function ridge({ width, height, base, swing, seed, peaks }: Ridge): string {
  const next = numbersFrom(seed)
  const count = peaks * 2
  let points: Point[] = []
  for (let i = 0; i <= count; i += 1) {
    const y = base - (i % 2 ? swing * (0.55 + next() * 0.6) : swing * next() * 0.25)
    const shift = i && i < count ? (((next() - 0.5) * width) / count) * 0.5 : 0
    points.push([(i / count) * width + shift, y])
  }
  for (let turn = 0; turn < 3; turn += 1) {
    const finer: Point[] = []
    for (const [i, point] of points.entries()) {
      const last = points[i - 1]
      if (last) {
        const x = (last[0] + point[0]) / 2 + (next() - 0.5) * 4
        finer.push([x, (last[1] + point[1]) / 2 + ((next() - 0.5) * swing * 0.16) / (turn + 1)])
      }
      finer.push(point)
    }
    points = finer
  }
  return `M0 ${height}L${points.map((point) => point.map(round).join(' ')).join('L')}L${width} ${height}Z`
}

/** From which side it comes, and how dark it is from there on. */
const SCRIMS = {
  left: {
    end: 'x2="1" y1="0" y2="0"',
    stops: [
      [0, 0.94],
      [0.3, 0.88],
      [0.44, 0.66],
      [0.7, 0],
    ],
  },
  top: {
    end: 'x2="0" y1="0" y2="1"',
    stops: [
      [0, 0.9],
      [0.3, 0.72],
      [0.42, 0],
    ],
  },
} as const

/** Lies behind the mountain, so that it never dulls a mark. */
function scrim({ width, height, scrim: side }: Composition): string {
  if (!side) return ''
  const { end, stops } = SCRIMS[side]
  const drawn = stops
    .map(([offset, opacity]) => `<stop offset="${offset}" stop-color="#0B2540" stop-opacity="${opacity}"/>`)
    .join('')
  return `<defs><linearGradient id="scrim" x1="0" ${end}>${drawn}</linearGradient></defs><rect width="${width}" height="${height}" fill="url(#scrim)"/>`
}

interface Shape {
  x: number
  y: number
  /** Its breadth and height in px, and the line it stands on. */
  broad: number
  tall: number
  base: number
}

function shapeOf({ width, height, peak, breadth, foot }: Composition): Shape {
  const [x, y, base] = [width * peak[0], height * peak[1], height * foot]
  return { x, y, broad: width * breadth, tall: base - y, base }
}

function jagged([x0, y0]: Point, [x1, y1]: Point, steps: number, seed: number, swing: number): Point[] {
  const next = numbersFrom(seed)
  return Array.from({ length: steps - 1 }, (_, index) => {
    const part = (index + 1) / steps
    const x = x0 + (x1 - x0) * part + (next() - 0.5) * swing
    return [x, y0 + (y1 - y0) * part + (next() - 0.5) * swing]
  })
}

function mountain(composition: Composition): string {
  const { width, height } = composition
  const { x, y, broad, tall, base } = shapeOf(composition)
  const unit = unitOf(composition)
  const swing = unit * 0.03
  const top: Point = [x, y]
  const [left, right, middle] = [x - broad * 0.62, x + broad * 0.72, x + broad * 0.1]
  const leftEdge = jagged([left, base - height * 0.02], top, 11, 3, swing)
  const rightEdge = jagged(top, [right, base], 12, 9, swing)
  const spine = jagged(top, [middle, base], 9, 17, swing * 1.6)
  const edge = (side: -1 | 1, up: number, part = 0.9): Point => [
    x + (side < 0 ? -broad * 0.62 : broad * 0.72) * (1 - up) * part,
    base - tall * up,
  ]
  const light: Point[] = [
    [left, base - height * 0.02],
    ...leftEdge,
    top,
    ...rightEdge,
    [right, base],
    [right, height],
    [left - broad * 0.2, height],
  ]
  const shade: Point[] = [
    top,
    ...rightEdge,
    [right, base],
    [right, height],
    [middle, height],
    [middle, base],
    ...spine.toReversed(),
  ]
  const snow: Point[] = [
    top,
    edge(1, 0.925),
    edge(1, 0.872, 0.86),
    [x + broad * 0.062, y + tall * 0.145],
    [x + broad * 0.04, y + tall * 0.112],
    [x + broad * 0.015, y + tall * 0.165],
    [x - broad * 0.025, y + tall * 0.12],
    [x - broad * 0.055, y + tall * 0.155],
    edge(-1, 0.872, 0.86),
    edge(-1, 0.925),
  ]
  const snowShade: Point[] = [
    top,
    edge(1, 0.925),
    edge(1, 0.872, 0.86),
    [x + broad * 0.062, y + tall * 0.145],
    [x + broad * 0.04, y + tall * 0.112],
    [x + broad * 0.026, y + tall * 0.14],
    [x + broad * 0.008, y + tall * 0.07],
  ]
  const flag = unit * 0.075
  return (
    polygon(light, '#15615A') +
    polygon(shade, '#0F4A43') +
    polygon(snow, CREAM) +
    polygon(snowShade, '#E9C9BE') +
    `<path d="M${round(x)} ${round(y + 4)}V${round(y - flag)}" stroke="${CREAM}" stroke-width="${round(unit * 0.005 + 1)}" stroke-linecap="round"/>` +
    `<path d="M${round(x + 1)} ${round(y - flag)}l${round(flag * 0.9)} ${round(flag * 0.29)}l${round(-flag * 0.9)} ${round(flag * 0.32)}z" fill="#FF7A3D"/>` +
    `<path d="${ridge({ width, height, base: height * (composition.foot + 0.02), swing: unit * 0.05, seed: 51, peaks: 5 })}" fill="#0B3833"/>`
  )
}

/** The trees at the foot. */
function foreground(composition: Composition): string {
  const { width, height, peak, foot, pines = 26, pineGap = composition.breadth * 0.62 } = composition
  const unit = unitOf(composition)
  const next = numbersFrom(77)
  return Array.from({ length: pines }, (_, index) => {
    const x = next() * width
    const off = Math.abs(x / width - peak[0])
    const [down, size] = [next(), next()]
    if (off < pineGap) return ''
    const s = unit * (0.06 + size * 0.07 + off * 0.05)
    const y = height * (foot + 0.015 + down * 0.05)
    const lines = [0.26, 0.42, -0.1, 0.2, 0.34, -0.72, 0.2, -0.34, -0.1].map((part) => round(s * part))
    const [a, b, c, d, e, f, g, h, i] = lines
    return `<path fill="${PINES[index % 3]}" d="M${round(x)} ${round(y - s)}l${a} ${b}h${c}l${d} ${e}h${f}l${g} ${h}h${i}z"/>`
  }).join('')
}

/** The dotted way with its marks, one smooth curve through all points. */
function way(composition: Composition, looks: readonly MarkLook[]): string {
  const { height, mark, shrink } = composition
  const { x, y, broad, tall, base } = shapeOf(composition)
  const unit = unitOf(composition)
  const points = WAY.map(([across, up]): Point => [
    x + across * (across < 0 ? broad * 0.62 : broad * 0.72) * (1 - up),
    base - tall * up,
  ])
  const line: Point[] = [...points, [x, y + tall * 0.04]]
  const [firstX, firstY] = line[0] ?? [0, 0]
  const curves = line.slice(0, -1).map((from, i) => {
    const to = line[i + 1] ?? from
    const [before, after] = [line[i - 1] ?? from, line[i + 2] ?? to]
    const numbers = [
      from[0] + (to[0] - before[0]) / 6,
      from[1] + (to[1] - before[1]) / 6,
      to[0] - (after[0] - from[0]) / 6,
      to[1] - (after[1] - from[1]) / 6,
      to[0],
      to[1],
    ]
    return `C${numbers.map(round).join(' ')}`
  })
  const start = `M${round(x - broad * 0.7)} ${round(height * 1.01)}L${round(firstX)} ${round(firstY)}`
  const dots = `<path d="${start}${curves.join('')}" fill="none" stroke="#FFD9A8" stroke-width="${round(unit * mark * 0.13)}" stroke-dasharray="0.1 ${round(unit * mark * 0.3)}" stroke-linecap="round"/>`
  const marked = points.filter((_, index) => WAY[index]?.[2])
  const marks = marked.map((at, index) =>
    markSvg(at, unit * mark * (1 - (shrink * index) / 9), index, looks[index] ?? 'to_come'),
  )
  return dots + marks.join('')
}

function markSvg([x, y]: Point, size: number, index: number, look: MarkLook): string {
  if (look === 'to_come')
    return `<circle cx="${round(x)}" cy="${round(y)}" r="${round(size * 0.21)}" fill="${CREAM}" stroke="${DARK}" stroke-width="${round(size * 0.08)}"/>`
  const path = WAYMARK_PATHS[waymarkAt(index)]
  const place = `transform="translate(${round(x - size / 2)} ${round(y - size / 2)}) scale(${round(size / 24)})"`
  return look === 'missed'
    ? `<g ${place}><path d="${path}" fill="${DARK}" stroke="${DARK}" stroke-width="6.4" stroke-linejoin="round"/><path d="${path}" fill="${DARK}" stroke="${CREAM}" stroke-width="2" stroke-linejoin="round" transform="translate(1.7 1.7) scale(.86)"/></g>`
    : `<g ${place}><path d="${path}" fill="${LIT[index % 4]}" stroke="${DARK}" stroke-width="4.4" stroke-linejoin="round" paint-order="stroke"/></g>`
}
