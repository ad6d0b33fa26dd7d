import { contourLines, type ContourLine } from './contour-lines.ts'
import { landscape } from './landscape.ts'
import { svgFile, type Point } from './svg.ts'

const SIDE = 900
const GRID_STEP = 12
const KEEP_EVERY = 5
const LEVELS = 16
const BOLD_EVERY = 4

/** Every fifth crossing is enough for the shape; the curve in between is as smooth without the others. */
function thin(points: readonly Point[]): Point[] {
  return points.filter((_, index) => index % KEEP_EVERY === 0 || index === points.length - 1)
}

/** The vector between two points, as compact path data. */
function vector(from: Point, to: Point): string {
  return `${to[0] - from[0]} ${to[1] - from[1]}`
}

function whole([x, y]: Point): Point {
  return [Math.round(x), Math.round(y)]
}

/** A smooth line in integers and relative coordinates, a third of the size of absolute decimals. */
function smoothPath({ points, isClosed }: ContourLine): string {
  const [first = [0, 0] as const, ...rest] = thin(points).map(whole)
  let here: Point = first
  const steps = rest.slice(0, -1).map((control, index) => {
    const next = rest[index + 1] ?? control
    const end = whole([(control[0] + next[0]) / 2, (control[1] + next[1]) / 2])
    const step = `${vector(here, control)} ${vector(here, end)}`
    here = end
    return step
  })
  const last = rest.at(-1) ?? first
  const close = isClosed ? ` ${vector(here, last)} ${vector(here, first)}` : `l${vector(here, last)}`
  return `M${first[0]} ${first[1]}q${steps.join(' ')}${close}`.replaceAll(' -', '-')
}

/**
 * The topographic texture behind every page: contour lines of an invented landscape.
 * Thin lines are one path, and every fourth, bolder line is in another.
 */
export function contour(stroke: string, opacity: number): string {
  const heightAt = landscape(SIDE, 4, 9)
  const thinLines: string[] = []
  const boldLines: string[] = []
  for (let index = 1; index <= LEVELS; index++) {
    const lines = contourLines(heightAt, SIDE, GRID_STEP, (index / LEVELS) * 1.5)
    const paths = lines.filter((line) => thin(line.points).length > 2).map(smoothPath)
    ;(index % BOLD_EVERY === 0 ? boldLines : thinLines).push(...paths)
  }
  const group = `fill="none" stroke="${stroke}" stroke-opacity="${opacity}"`
  return svgFile(
    SIDE,
    SIDE,
    `<g ${group}><path d="${thinLines.join('')}"/><path stroke-width="1.8" d="${boldLines.join('')}"/></g>`,
  )
}
