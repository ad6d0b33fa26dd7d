/** A point in the drawing's units; y points down. */
export type Point = readonly [x: number, y: number]

/** Rounds to two decimals, which is finer than any screen and keeps the files short. */
export function round(value: number): number {
  return Math.round(value * 100) / 100
}

/** A complete SVG file of the given size. */
export function svgFile(width: number, height: number, body: string, attributes = ''): string {
  const extra = attributes === '' ? '' : ` ${attributes}`
  return `<svg xmlns="http://www.w3.org/2000/svg"${extra} width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${body}</svg>`
}

/** A filled polygon through the points. */
export function polygon(points: readonly Point[], fill: string): string {
  const corners = points.map(([x, y]) => `${round(x)},${round(y)}`).join(' ')
  return `<polygon points="${corners}" fill="${fill}"/>`
}

/** A ray of light: a thin triangle with its tip in the centre. */
export function ray(center: Point, length: number, angle: number, halfWidth: number, fill: string): string {
  const [x, y] = center
  const tip = (turn: number) => `${round(x + length * Math.cos(turn))} ${round(y + length * Math.sin(turn))}`
  return `<path d="M${x} ${y}L${tip(angle - halfWidth)}L${tip(angle + halfWidth)}z" fill="${fill}"/>`
}

/** Evenly spaced rays around a centre. */
export function rays(center: Point, count: number, length: number, halfWidth: number, fill: string): string {
  return Array.from({ length: count }, (_, index) =>
    ray(center, length, (index / count) * Math.PI * 2, halfWidth, fill),
  ).join('')
}
