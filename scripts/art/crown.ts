import { svgFile } from './svg.ts'

/** The Legend crown, 24 by 24. */
export function crownMark(fill: string, edge: string): string {
  const pearl = (x: number, y: number, radius: number) =>
    `<circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}" stroke="${edge}" stroke-width="1.2"/>`
  return [
    `<path fill="${fill}" stroke="${edge}" stroke-width="1.4" stroke-linejoin="round" d="M3 19.2V8.6l5.2 4.2L12 5l3.8 7.8L21 8.6v10.6a1.3 1.3 0 0 1-1.3 1.3H4.3A1.3 1.3 0 0 1 3 19.2z"/>`,
    pearl(12, 3.6, 1.9),
    pearl(3, 7.2, 1.6),
    pearl(21, 7.2, 1.6),
    `<path d="M6.2 17.2h11.6" stroke="${edge}" stroke-width="1.6" stroke-linecap="round"/>`,
  ].join('')
}

/** The crown as an SVG file. */
export function crown(): string {
  return svgFile(24, 24, crownMark('#F2B632', '#B97F00'))
}
