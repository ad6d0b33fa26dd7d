import { seededRandom } from '../../../ui/graphics/seeded-random.ts'

export const CREAM = '#FDF3E3'

export type Point = readonly [x: number, y: number]

/** Two decimals are enough for a picture. */
export const round = (value: number) => Math.round(value * 100) / 100

export const polygon = (points: readonly Point[], fill: string) =>
  `<polygon points="${points.map((point) => point.map(round).join(',')).join(' ')}" fill="${fill}"/>`

interface Ridge {
  width: number
  height: number
  base: number
  swing: number
  seed: number
  peaks: number
}

/** The outline of a ridge across the whole width, as path data. */
export function ridge({ width, height, base, swing, seed, peaks }: Ridge): string {
  const next = seededRandom(seed)
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
