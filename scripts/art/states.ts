import { WAYMARK_PATHS } from '../../apps/web/src/ui/graphics/waymark-shapes.ts'
import { crownMark } from './crown.ts'
import { rays, svgFile } from './svg.ts'

/** Illustrations of empty and error states. */
export type StateName = 'empty' | 'error' | 'abandoned' | 'interrupt' | 'success'

/** A round window with a border, 160 by 160. */
function disc(name: StateName, rim: string, ground: string, scene: readonly string[]): string {
  const clip = `state-${name}-window`
  return svgFile(
    160,
    160,
    `<circle cx="80" cy="80" r="77" fill="${rim}"/><clipPath id="${clip}"><circle cx="80" cy="80" r="70"/></clipPath><g clip-path="url(#${clip})"><rect width="160" height="160" fill="${ground}"/>${scene.join('')}</g>`,
  )
}

/** A blank signpost. */
const empty = [
  '<circle cx="112" cy="50" r="13" fill="#FFE9B8"/><path d="M0 118 46 66l26 30 24-20 64 52v40H0z" fill="#9DB6AE"/>',
  '<path d="M0 122q44-18 84-8t80-8v60H0z" fill="#4B655F"/><rect x="76" y="58" width="8" height="70" rx="3" fill="#2C413C"/>',
  '<path d="M48 62h48l14 11-14 11H48z" fill="#FDF6EA" stroke="#2C413C" stroke-width="4" stroke-linejoin="round"/>',
  '<path d="M60 73h4M70 73h4M80 73h4" stroke="#2C413C" stroke-width="4" stroke-linecap="round"/>',
  '<path d="M40 150c8-14 20-12 28-20" fill="none" stroke="#FDF6EA" stroke-width="5" stroke-linecap="round" stroke-dasharray="0 10"/>',
]

const rainDrop = (x: number, y: number) =>
  `<path d="M${x} ${y}c5 6 8 10 8 15a8 8 0 0 1-16 0c0-5 3-9 8-15z" fill="#3CC4C6" stroke="#0B5F66" stroke-width="3" stroke-linejoin="round"/>`

/** Rain over the hills. */
const error = [
  '<path d="M0 132 50 84l24 24 26-22 60 46v40H0z" fill="#446CE0"/><path d="M0 138q44-14 84-6t80-8v50H0z" fill="#1B388C"/>',
  '<path d="M48 74a20 20 0 0 1 4-39 27 27 0 0 1 51-4 22 22 0 0 1 9 43z" fill="#FDF6EA" stroke="#1B388C" stroke-width="4" stroke-linejoin="round"/>',
  rainDrop(56, 84) + rainDrop(81, 92) + rainDrop(106, 84),
]

/** A lone tent under the moon. */
const abandoned = [
  '<g fill="#FFE9B8"><circle cx="40" cy="46" r="2"/><circle cx="62" cy="30" r="1.6"/><circle cx="34" cy="78" r="1.6"/><circle cx="122" cy="92" r="1.8"/></g>',
  `<path transform="translate(76 24) scale(2.3)" fill="#FFE9B8" d="${WAYMARK_PATHS.moon}"/>`,
  '<path d="M0 128 40 96l22 20 30-28 68 44v40H0z" fill="#82246F"/><path d="M0 136q44-16 84-8t80-8v50H0z" fill="#3A0A2C"/>',
  '<path d="M66 96 100 138H32z" fill="#B54CA0" stroke="#3A0A2C" stroke-width="4" stroke-linejoin="round"/>',
  '<path d="M66 96v42M66 96l-5-9M66 96l5-9" stroke="#3A0A2C" stroke-width="4" stroke-linecap="round"/>',
]

/** A rope bridge with a missing middle; the trail continues beyond. */
const interrupt = [
  '<circle cx="80" cy="40" r="15" fill="#F5B83D"/><path d="M0 112 34 70l22 22 26-34 28 36 20-18 30 34v50H0z" fill="#F0B98E"/>',
  '<path d="M0 92h46l6 7-5 12 6 14-4 40H0zM160 92h-46l-6 7 5 12-6 14 4 40h49z" fill="#6B2B0B"/>',
  '<path d="M0 92h46l6 7H0zM160 92h-46l-6 7h52z" fill="#B5653A"/>',
  '<path d="M44 86H22M116 86h12" stroke="#C94E14" stroke-width="5" stroke-linecap="round" stroke-dasharray="0 11"/>',
  '<path d="M50 74v26M110 74v26" stroke="#4A1D07" stroke-width="5" stroke-linecap="round"/>',
  '<path d="M50 78c4 16 8 26 8 46M110 78c-4 16-8 26-8 46" fill="none" stroke="#4A1D07" stroke-width="2.5"/>',
  '<g fill="#FDF6EA" stroke="#4A1D07" stroke-width="2.5" stroke-linejoin="round">',
  '<path d="M52 100l12 3-1 6-11-3zM54 112l12 2 0 6-12-2zM55 124l12 1-1 6-11-1z"/>',
  '<path d="M108 100l-12 3 1 6 11-3zM106 112l-12 2 0 6 12-2zM105 124l-12 1 1 6 11-1z"/></g>',
  '<path d="M134 90V62" stroke="#4A1D07" stroke-width="3" stroke-linecap="round"/>',
  '<path d="M135 62l15 5-15 6z" fill="#FF7A3D" stroke="#4A1D07" stroke-width="2" stroke-linejoin="round"/>',
]

/** The peak with a crown, in full light. */
const success = [
  rays([80, 84], 16, 110, 0.1, '#FFDF8F'),
  '<path d="M8 142 58 92l22-26 24 28 48 48v24H8z" fill="#0F4A43"/><path d="M80 66l18 21-9 7-9-8-10 10-8-8z" fill="#FDF3E3"/>',
  '<path d="M0 136q40-14 80-4t80-6v50H0z" fill="#0B3833"/>',
  `<g transform="translate(53 18) scale(2.25)">${crownMark('#F2B632', '#7A4F00')}</g>`,
]

/** The illustrations by name. */
export function statePictures(): Record<StateName, string> {
  return {
    empty: disc('empty', '#4B655F', '#DCE7E1', empty),
    error: disc('error', '#1B388C', '#DDE6FC', error),
    abandoned: disc('abandoned', '#52113F', '#6B1B57', abandoned),
    interrupt: disc('interrupt', '#8A3A10', '#FFE9D6', interrupt),
    success: disc('success', '#A86E00', '#FFF3CC', success),
  }
}
