import { background } from './sky.ts'
import type { Composition } from './composition.ts'
import { foreground, mountain } from './mountain.ts'
import { trail } from './trail.ts'

/**
 * The mountain with the ten marks as an SVG without text. The same input always gives the same picture.
 * @param marks for each answered question, whether it was right
 */
export function sceneSvg(composition: Composition, marks: readonly boolean[]): string {
  const { width, height } = composition
  const drawn = background(composition) + mountain(composition) + foreground(composition) + trail(composition, marks)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${drawn}</svg>`
}

/** An SVG as a data URL. */
export function svgAddress(svg: string): string {
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}
