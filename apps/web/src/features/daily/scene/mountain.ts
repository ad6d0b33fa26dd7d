import { seededRandom } from '../../../ui/graphics/seeded-random.ts'
import { type Composition, mountainBox, unitOf } from './composition.ts'
import { CREAM, type Point, polygon, ridge, round } from './drawing.ts'

const PINES = ['#0B3833', '#0A2E2A', '#082622']

function jagged([x0, y0]: Point, [x1, y1]: Point, steps: number, seed: number, swing: number): Point[] {
  const next = seededRandom(seed)
  return Array.from({ length: steps - 1 }, (_, index) => {
    const part = (index + 1) / steps
    const x = x0 + (x1 - x0) * part + (next() - 0.5) * swing
    return [x, y0 + (y1 - y0) * part + (next() - 0.5) * swing]
  })
}

/** The mountain with its snow and flag, and the ridge in front of it. */
export function mountain(composition: Composition): string {
  const { width, height } = composition
  const { x, y, broad, tall, base } = mountainBox(composition)
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
export function foreground(composition: Composition): string {
  const { width, height, peak, foot, pines = 26, pineGap = composition.breadth * 0.62 } = composition
  const unit = unitOf(composition)
  const next = seededRandom(77)
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
