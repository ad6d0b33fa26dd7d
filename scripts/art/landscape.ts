import { seededRandom } from '../../apps/web/src/ui/graphics/seeded-random.ts'

/** The height of the ground at a point. */
export type HeightAt = (x: number, y: number) => number

/** Smooth hills on a square: a few bell curves and a slight ripple. */
export function landscape(side: number, seed: number, hillCount: number): HeightAt {
  const random = seededRandom(seed)
  const hills = Array.from({ length: hillCount }, () => ({
    x: random() * side * 1.2 - side * 0.1,
    y: random() * side * 1.2 - side * 0.1,
    spread: (0.1 + random() * 0.2) * side,
    height: 0.35 + random() * 0.9,
  }))
  return (x, y) => {
    const ripple = 0.04 * Math.sin(x / 37) * Math.cos(y / 29)
    return hills.reduce((sum, hill) => {
      const distance = (x - hill.x) ** 2 + (y - hill.y) ** 2
      return sum + hill.height * Math.exp(-distance / (2 * hill.spread ** 2))
    }, ripple)
  }
}
