/** A place on the drawing, in its own units; y grows downwards. */
export type Point = readonly [x: number, y: number]

/** Two decimals are finer than any screen shows and keep the files short. */
export function round(value: number): number {
  return Math.round(value * 100) / 100
}

/** A whole SVG file of the given size around a body. */
export function svgFile(width: number, height: number, body: string, attributes = ''): string {
  const extra = attributes === '' ? '' : ` ${attributes}`
  return `<svg xmlns="http://www.w3.org/2000/svg"${extra} width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${body}</svg>`
}

/** A filled polygon through the points. */
export function polygon(points: readonly Point[], fill: string): string {
  const corners = points.map(([x, y]) => `${round(x)},${round(y)}`).join(' ')
  return `<polygon points="${corners}" fill="${fill}"/>`
}

/** The part of a circle fan with its tip in the middle: one ray of light. */
export function ray(center: Point, length: number, angle: number, halfWidth: number, fill: string): string {
  const [x, y] = center
  const tip = (turn: number) => `${round(x + length * Math.cos(turn))} ${round(y + length * Math.sin(turn))}`
  return `<path d="M${x} ${y}L${tip(angle - halfWidth)}L${tip(angle + halfWidth)}z" fill="${fill}"/>`
}

/** Rays all round a centre, evenly spaced. */
export function rays(center: Point, count: number, length: number, halfWidth: number, fill: string): string {
  return Array.from({ length: count }, (_, index) =>
    ray(center, length, (index / count) * Math.PI * 2, halfWidth, fill),
  ).join('')
}
