import type { HeightAt } from './landscape.ts'
import type { Point } from './svg.ts'

/** A contour line; a closed one ends at its first point. */
export type ContourLine = { points: readonly Point[]; isClosed: boolean }

const MIN_POINTS = 5
const keyOf = ([x, y]: Point): string => `${Math.round(x * 10)},${Math.round(y * 10)}`

/** Marching squares: the points where a grid cell's edges cross the level, in pairs that are the ends of segments. */
function cellCrossings(heightAt: HeightAt, x: number, y: number, step: number, level: number): Point[] {
  const corners: Point[] = [
    [x, y],
    [x + step, y],
    [x + step, y + step],
    [x, y + step],
  ]
  const crossings: Point[] = []
  corners.forEach((from, index) => {
    const to = corners[(index + 1) % 4] ?? from
    const fromHeight = heightAt(...from)
    const toHeight = heightAt(...to)
    if (fromHeight < level === toHeight < level) return
    const part = (level - fromHeight) / (toHeight - fromHeight)
    crossings.push([from[0] + part * (to[0] - from[0]), from[1] + part * (to[1] - from[1])])
  })
  return crossings
}

/** Which crossings are connected, over the whole square. */
function neighbours(heightAt: HeightAt, side: number, step: number, level: number): Map<string, Point[]> {
  const links = new Map<string, Point[]>()
  const link = (from: Point, to: Point) => {
    const known = links.get(keyOf(from))
    if (known) known.push(to)
    else links.set(keyOf(from), [to])
  }
  for (let y = 0; y < side; y += step) {
    for (let x = 0; x < side; x += step) {
      const crossings = cellCrossings(heightAt, x, y, step, level)
      for (let index = 0; index + 1 < crossings.length; index += 2) {
        const [from, to] = [crossings[index], crossings[index + 1]]
        if (!from || !to) continue
        link(from, to)
        link(to, from)
      }
    }
  }
  return links
}

/** All lines of a level. Tracing starts at loose ends, so that open lines are not split. */
export function contourLines(heightAt: HeightAt, side: number, step: number, level: number): ContourLine[] {
  const links = neighbours(heightAt, side, step, level)
  const linksOf = (key: string) => links.get(key) ?? []
  const seen = new Set<string>()
  const lines: ContourLine[] = []
  for (const start of [...links.keys()].toSorted((a, b) => linksOf(a).length - linksOf(b).length)) {
    if (seen.has(start)) continue
    seen.add(start)
    const [x = 0, y = 0] = start.split(',').map((part) => Number(part) / 10)
    const points: Point[] = [[x, y]]
    let here = start
    for (;;) {
      const next = linksOf(here).find((point) => !seen.has(keyOf(point)))
      if (!next) break
      here = keyOf(next)
      seen.add(here)
      points.push(next)
    }
    const isClosed = points.length >= MIN_POINTS && linksOf(here).some((point) => keyOf(point) === start)
    if (points.length >= MIN_POINTS) lines.push({ points, isClosed })
  }
  return lines
}
