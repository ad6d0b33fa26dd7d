import { jaggedEdge } from './ridge-line.ts'
import { polygon, round, type Point } from './svg.ts'

/** The main peak with lit and shaded side, snow and flag. `top` is its highest point. */
export function heroPeak(width: number, height: number, top: Point): string {
  const [x, y] = top
  const breadth = width * 0.56
  const leftFoot: Point = [x - breadth * 0.62, height * 0.93]
  const rightFoot: Point = [x + breadth * 0.72, height * 0.95]
  const spineFoot: Point = [x + breadth * 0.1, height * 0.95]
  const left = jaggedEdge(leftFoot, top, 11, 3, height * 0.026)
  const right = jaggedEdge(top, rightFoot, 12, 9, height * 0.026)
  const spine = jaggedEdge(top, spineFoot, 9, 17, height * 0.05)
  const at = (across: number, down: number): Point => [x + breadth * across, y + height * down]
  const snowLeft: Point[] = [at(0.1, 0.15), at(0.055, 0.115), at(0.02, 0.17), at(-0.03, 0.12), at(-0.07, 0.16)]
  const snowRight: Point[] = [at(0.1, 0.15), at(0.055, 0.115), at(0.03, 0.15)]
  const firstSpine = spine[0] ?? top
  return [
    polygon([leftFoot, ...left, top, ...right, rightFoot, [rightFoot[0], height], [leftFoot[0], height]], '#15615A'),
    polygon([top, ...right, rightFoot, spineFoot, ...spine.toReversed()], '#0F4A43'),
    polygon([top, ...right.slice(0, 3), ...snowLeft, ...left.slice(-3)], '#FDF3E3'),
    polygon([top, ...right.slice(0, 3), ...snowRight, firstSpine], '#E9C9BE'),
  ].join('')
}

/** The flag on the summit. */
export function heroFlag(height: number, top: Point): string {
  const [x, y] = top
  const mast = round(y - height * 0.07)
  const cloth = `l${round(height * 0.062)} ${round(height * 0.02)}l${round(-height * 0.062)} ${round(height * 0.022)}z`
  return [
    `<path d="M${round(x)} ${round(y + 4)}V${mast}" stroke="#FDF3E3" stroke-width="3" stroke-linecap="round"/>`,
    `<path d="M${round(x + 1)} ${mast}${cloth}" fill="#FF7A3D"/>`,
  ].join('')
}
