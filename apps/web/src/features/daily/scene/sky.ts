import { seededRandom } from '../../../ui/graphics/seeded-random.ts'
import { type Composition, unitOf } from './composition.ts'
import { ridge, round } from './drawing.ts'

/** What is behind the mountain: the sky, three ridges, and a dark gradient for text. */
export function background(composition: Composition): string {
  return sky(composition) + ridges(composition) + scrim(composition)
}

function sky(composition: Composition): string {
  const { width, height, sun } = composition
  const unit = unitOf(composition)
  const next = seededRandom(5)
  const stars = Array.from({ length: 46 }, () => {
    const [x, y, size, light] = [next() * width, next() * height * 0.34, next(), next()]
    const radius = ((0.5 + size * 1.1) * unit) / 700
    return `<circle cx="${round(x)}" cy="${round(y)}" r="${round(radius)}" fill="#FFF6E0" opacity="${round(0.25 + light * 0.6)}"/>`
  })
  const [x, y] = [round(width * sun[0]), round(height * sun[1])]
  return (
    '<defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#12395A"/>' +
    '<stop offset=".34" stop-color="#5B5C97"/><stop offset=".62" stop-color="#E88B7D"/>' +
    '<stop offset=".85" stop-color="#FFC98F"/></linearGradient><radialGradient id="glow">' +
    '<stop offset="0" stop-color="#FFE7B0" stop-opacity=".9"/>' +
    '<stop offset="1" stop-color="#FFD08A" stop-opacity="0"/></radialGradient></defs>' +
    `<rect width="${width}" height="${height}" fill="url(#sky)"/>${stars.join('')}` +
    `<circle cx="${x}" cy="${y}" r="${round(unit * 0.34)}" fill="url(#glow)"/>` +
    `<circle cx="${x}" cy="${y}" r="${round(unit * 0.07)}" fill="#FFE9B8"/>`
  )
}

/** Three ridges behind the mountain. */
function ridges({ width, height, foot }: Composition): string {
  const layers = [
    { fill: '#B98AA0', base: 0.6, swing: 0.2, seed: 11, peaks: 4 },
    { fill: '#7E7396', base: 0.69, swing: 0.17, seed: 23, peaks: 5 },
    { fill: '#3F6A7C', base: 0.78, swing: 0.16, seed: 37, peaks: 4 },
  ]
  return layers
    .map(({ fill, base, swing, seed, peaks }) => {
      const d = ridge({
        width,
        height,
        base: height * (base + foot - 0.95),
        swing: Math.min(height, width * 1.1) * swing,
        seed,
        peaks,
      })
      return `<path d="${d}" fill="${fill}"/>`
    })
    .join('')
}

/** The direction of each gradient and its stops: offset and opacity. */
const SCRIMS = {
  left: {
    end: 'x2="1" y1="0" y2="0"',
    stops: [
      [0, 0.94],
      [0.3, 0.88],
      [0.44, 0.66],
      [0.7, 0],
    ],
  },
  top: {
    end: 'x2="0" y1="0" y2="1"',
    stops: [
      [0, 0.9],
      [0.3, 0.72],
      [0.42, 0],
    ],
  },
} as const

/** The dark gradient. It is behind the mountain, so that it does not darken the marks. */
function scrim({ width, height, scrim: side }: Composition): string {
  if (!side) return ''
  const { end, stops } = SCRIMS[side]
  const drawn = stops
    .map(([offset, opacity]) => `<stop offset="${offset}" stop-color="#0B2540" stop-opacity="${opacity}"/>`)
    .join('')
  return `<defs><linearGradient id="scrim" x1="0" ${end}>${drawn}</linearGradient></defs><rect width="${width}" height="${height}" fill="url(#scrim)"/>`
}
