import { seededRandom } from '../../apps/web/src/ui/graphics/seeded-random.ts'
import { round } from './svg.ts'

const STAR_COUNT = 46

function stars(width: number, height: number): string {
  const random = seededRandom(5)
  return Array.from({ length: STAR_COUNT }, () => {
    const [x, y] = [round(random() * width), round(random() * height * 0.34)]
    const radius = round(0.5 + random() * 1.1)
    return `<circle cx="${x}" cy="${y}" r="${radius}" opacity="${round(0.25 + random() * 0.6)}"/>`
  }).join('')
}

function stop(offset: number, color: string): string {
  return `<stop offset="${offset}" stop-color="${color}"/>`
}

/** Dawn, with stars above and the sun rising on the right. The only gradient in the artwork. */
export function heroSky(width: number, height: number): string {
  const [sunX, sunY] = [round(width * 0.7), round(height * 0.47)]
  return [
    '<defs><linearGradient id="hero-sky" x1="0" y1="0" x2="0" y2="1">',
    stop(0, '#12395A') + stop(0.34, '#5B5C97') + stop(0.62, '#E88B7D') + stop(0.85, '#FFC98F'),
    '</linearGradient><radialGradient id="hero-glow"><stop offset="0" stop-color="#FFE7B0" stop-opacity=".9"/>',
    '<stop offset="1" stop-color="#FFD08A" stop-opacity="0"/></radialGradient></defs>',
    `<rect width="${width}" height="${height}" fill="url(#hero-sky)"/>`,
    `<g fill="#FFF6E0">${stars(width, height)}</g>`,
    `<circle cx="${sunX}" cy="${sunY}" r="${round(height * 0.3)}" fill="url(#hero-glow)"/>`,
    `<circle cx="${sunX}" cy="${sunY}" r="${round(height * 0.062)}" fill="#FFE9B8"/>`,
  ].join('')
}
