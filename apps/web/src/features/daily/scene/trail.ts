import { WAYMARK_PATHS, waymarkAt } from '../../../ui/graphics/waymark-shapes.ts'
import { type Composition, mountainBox, unitOf } from './composition.ts'
import { CREAM, type Point, round } from './drawing.ts'

const LIT = ['#FFFFFF', '#F5B83D', '#3CC4C6', '#F08BD8']
const DARK = '#0B2F2B'

/**
 * The points of the trail: across (from -1, the left edge of the mountain at that height, to 1, the right one) and up
 * (from 0, the foot, to 1, the top). The four bends have no mark.
 */
const TRAIL: readonly (readonly [across: number, up: number, hasMark: boolean])[] = [
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

/** The dotted trail with its marks, one smooth curve through all points. */
export function trail(composition: Composition, marks: readonly boolean[]): string {
  const { height, mark, shrink } = composition
  const { x, y, broad, tall, base } = mountainBox(composition)
  const unit = unitOf(composition)
  const points = TRAIL.map(([across, up]): Point => [
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
  const marked = points.filter((_, index) => TRAIL[index]?.[2])
  const drawn = marked.map((at, index) => markSvg(at, unit * mark * (1 - (shrink * index) / 9), index, marks[index]))
  return dots + drawn.join('')
}

/** A waymark: lit if the answer was right, dark if it was missed, a dot if the question is unanswered. */
function markSvg([x, y]: Point, size: number, index: number, isRight: boolean | undefined): string {
  if (isRight === undefined)
    return `<circle cx="${round(x)}" cy="${round(y)}" r="${round(size * 0.21)}" fill="${CREAM}" stroke="${DARK}" stroke-width="${round(size * 0.08)}"/>`
  const path = WAYMARK_PATHS[waymarkAt(index)]
  const place = `transform="translate(${round(x - size / 2)} ${round(y - size / 2)}) scale(${round(size / 24)})"`
  return isRight
    ? `<g ${place}><path d="${path}" fill="${LIT[index % 4]}" stroke="${DARK}" stroke-width="4.4" stroke-linejoin="round" paint-order="stroke"/></g>`
    : `<g ${place}><path d="${path}" fill="${DARK}" stroke="${DARK}" stroke-width="6.4" stroke-linejoin="round"/><path d="${path}" fill="${DARK}" stroke="${CREAM}" stroke-width="2" stroke-linejoin="round" transform="translate(1.7 1.7) scale(.86)"/></g>`
}
