import { RANK_COLORS } from './rank-colors.ts'
import { rankScene } from './rank-scenes.ts'
import { round, svgFile } from './svg.ts'

/** The wavy border, with more waves for higher ranks. */
function scallop(waves: number, radius: number, depth: number): string {
  const steps = waves * 16
  let path = ''
  for (let index = 0; index <= steps; index++) {
    const angle = (index / steps) * Math.PI * 2 - Math.PI / 2
    const reach = radius - depth + depth * Math.abs(Math.cos((angle * waves) / 2 + (Math.PI * waves) / 4))
    path += `${index === 0 ? 'M' : 'L'}${round(80 + reach * Math.cos(angle))} ${round(80 + reach * Math.sin(angle))}`
  }
  return `${path}Z`
}

/** Eight pips with as many filled as the rank, so that it can be read without colours and text. */
function pips(rankNumber: number, dark: string): string {
  const plate = `<rect x="29" y="121" width="102" height="22" rx="11" fill="${dark}"/><rect x="32" y="124" width="96" height="16" rx="8" fill="#FFFDF6"/>`
  const dots = RANK_COLORS.map((_, index) => {
    const place = `cx="${41.5 + index * 11}" cy="132"`
    return index < rankNumber
      ? `<circle ${place} r="3.9" fill="${dark}"/>`
      : `<circle ${place} r="2.7" fill="none" stroke="${dark}" stroke-width="1.2" opacity=".55"/>`
  })
  return plate + dots.join('')
}

/** The patch of a rank, 1 to 8. */
export function rankPatch(rankNumber: number): string {
  const colors = RANK_COLORS[rankNumber - 1]
  if (!colors) throw new RangeError(`there is no rank ${rankNumber}`)
  const { main, light, dark } = colors
  const waves = rankNumber + 7
  const depth = 5 + rankNumber * 0.55
  const clip = `rank-${rankNumber}-window`
  return svgFile(
    160,
    160,
    [
      `<path d="${scallop(waves, 77, depth)}" fill="${dark}"/><path d="${scallop(waves, 72, depth)}" fill="${main}"/>`,
      `<circle cx="80" cy="76" r="55" fill="${dark}"/><clipPath id="${clip}"><circle cx="80" cy="76" r="51"/></clipPath>`,
      `<g clip-path="url(#${clip})"><rect x="20" y="20" width="120" height="120" fill="${light}"/>${rankScene(rankNumber, colors)}</g>`,
      pips(rankNumber, dark),
    ].join(''),
  )
}
