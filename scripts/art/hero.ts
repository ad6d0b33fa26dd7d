import { heroFlag, heroPeak } from './hero-peak.ts'
import { heroSky } from './hero-sky.ts'
import { heroTrail } from './hero-trail.ts'
import { pine } from './pine.ts'
import { seededRandom } from '../../apps/web/src/ui/graphics/seeded-random.ts'
import { ridgePath } from './ridge-line.ts'
import { svgFile, type Point } from './svg.ts'

const PINE_COLORS = ['#0B3833', '#0A2E2A', '#082622'] as const
const PINE_COUNT = 26
/** Half the gap between the trees where the trail begins, as a share of the image's width. */
const CLEARING = 0.1

function farChains(width: number, height: number): string {
  const chains = [
    { fill: '#B98AA0', base: 0.6, amplitude: 0.2, seed: 11, peaks: 4 },
    { fill: '#7E7396', base: 0.69, amplitude: 0.17, seed: 23, peaks: 5 },
    { fill: '#3F6A7C', base: 0.78, amplitude: 0.16, seed: 37, peaks: 4 },
  ]
  return chains
    .map(({ fill, base, amplitude, seed, peaks }) => {
      const shape = { width, floor: height, base: height * base, amplitude: height * amplitude, peaks, seed }
      return `<path d="${ridgePath(shape)}" fill="${fill}"/>`
    })
    .join('')
}

function forest(width: number, height: number): string {
  const floor = { width, floor: height, base: height * 0.95, amplitude: height * 0.06, peaks: 5, seed: 51 }
  const random = seededRandom(77)
  let trees = ''
  for (let index = 0; index < PINE_COUNT; index++) {
    const x = random() * width
    const fromClearing = Math.abs(x / width - 0.4)
    if (fromClearing < CLEARING) continue
    const foot = height * (0.955 + random() * 0.05)
    const tall = height * (0.05 + random() * 0.06 + fromClearing * 0.06)
    trees += pine(x, foot, tall, PINE_COLORS[index % 3] ?? PINE_COLORS[0])
  }
  return `<path d="${ridgePath(floor)}" fill="#0B3833"/>${trees}`
}

/** The image of the landing page: sky, peak with flag, and the trail with its waymarks. */
export function hero(width: number, height: number): string {
  const top: Point = [width * 0.36, height * 0.3]
  const layers = [
    heroSky(width, height),
    farChains(width, height),
    heroPeak(width, height, top),
    heroTrail(width, height, top),
    heroFlag(height, top),
    forest(width, height),
  ]
  return svgFile(width, height, layers.join(''), 'preserveAspectRatio="xMidYMax slice"')
}
