import { seededRandom } from '../../apps/web/src/ui/graphics/seeded-random.ts'
import { round, type Point } from './svg.ts'

type RidgeShape = { width: number; floor: number; base: number; amplitude: number; peaks: number; seed: number }

/** Adds a slightly displaced point in the middle of each segment, so that it looks like rock instead of a zigzag. */
function roughen(points: readonly Point[], jitter: number, random: () => number): Point[] {
  return points.flatMap((point, index) => {
    const before = points[index - 1]
    if (!before) return [point]
    const x = (before[0] + point[0]) / 2 + (random() - 0.5) * 4
    const y = (before[1] + point[1]) / 2 + (random() - 0.5) * jitter
    return [[x, y] as const, point]
  })
}

/** Path data of a mountain range from edge to edge, filled down to `floor`. */
export function ridgePath({ width, floor, base, amplitude, peaks, seed }: RidgeShape): string {
  const random = seededRandom(seed)
  const stretches = peaks * 2
  let points: Point[] = Array.from({ length: stretches + 1 }, (_, index) => {
    const isPeak = index % 2 === 1
    const y = base - (isPeak ? amplitude * (0.55 + random() * 0.6) : amplitude * (random() * 0.25))
    const isInside = index > 0 && index < stretches
    const sway = isInside ? ((random() - 0.5) * width * 0.5) / stretches : 0
    return [(index / stretches) * width + sway, y]
  })
  for (let pass = 1; pass <= 3; pass++) points = roughen(points, (amplitude * 0.16) / pass, random)
  return `M0 ${floor}L${points.map(([x, y]) => `${round(x)} ${round(y)}`).join('L')}L${width} ${floor}Z`
}

/** Points of a jagged edge between two points, without the ends. */
export function jaggedEdge(from: Point, to: Point, steps: number, seed: number, jitter: number): Point[] {
  const random = seededRandom(seed)
  return Array.from({ length: steps - 1 }, (_, index) => {
    const part = (index + 1) / steps
    const x = from[0] + (to[0] - from[0]) * part + (random() - 0.5) * jitter
    const y = from[1] + (to[1] - from[1]) * part + (random() - 0.5) * jitter
    return [x, y]
  })
}
