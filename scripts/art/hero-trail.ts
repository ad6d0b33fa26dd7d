import { WAYMARK_PATHS, WAYMARKS } from '../../apps/web/src/ui/graphics/waymark-shapes.ts'
import { round, type Point } from './svg.ts'

const CAMPS: readonly Point[] = [
  [0.3, 0.985],
  [0.44, 0.9],
  [0.27, 0.83],
  [0.41, 0.755],
  [0.305, 0.68],
  [0.395, 0.605],
  [0.335, 0.535],
  [0.375, 0.455],
]
const CAMP_COLORS = ['#FFFFFF', '#F5B83D', '#3CC4C6', '#F08BD8'] as const

/** The dotted path from the trees to the top. */
function dots(camps: readonly Point[], top: Point, width: number, height: number): string {
  const [first = [0, 0] as const] = camps
  let path = `M${round(first[0])},${round(first[1])}`
  camps.slice(1).forEach(([x, y], index) => {
    const [fromX, fromY] = camps[index] ?? first
    const side = index % 2 === 0 ? 1 : -1
    const leave = `${round(fromX + side * width * 0.05)},${round(fromY - height * 0.012)}`
    const arrive = `${round(x + side * width * 0.035)},${round(y + height * 0.03)}`
    path += `C${leave} ${arrive} ${round(x)},${round(y)}`
  })
  path += ` Q${round(top[0] + width * 0.02)},${round(height * 0.4)} ${round(top[0])},${round(top[1] + 6)}`
  const dash = `${round(height * 0.0005)} ${round(height * 0.015)}`
  return `<path d="${path}" fill="none" stroke="#FFD9A8" stroke-width="${round(height * 0.0065)}" stroke-dasharray="${dash}" stroke-linecap="round"/>`
}

/** The trail and its seven waymarks, which get smaller towards the top. */
export function heroTrail(width: number, height: number, top: Point): string {
  const camps = CAMPS.map(([x, y]): Point => [width * x, height * y])
  const marks = camps.map(([x, y], index) => {
    if (index === 0) return ''
    const size = height * (0.036 - 0.0024 * index)
    const shape = WAYMARKS[index % 4] ?? 'peak'
    const place = `translate(${round(x - size / 2)} ${round(y - size / 2)}) scale(${round(size / 24)})`
    return `<path transform="${place}" fill="${CAMP_COLORS[index % 4]}" d="${WAYMARK_PATHS[shape]}"/>`
  })
  return `${dots(camps, top, width, height)}<g stroke="#0B2F2B" stroke-width="2.4">${marks.join('')}</g>`
}
