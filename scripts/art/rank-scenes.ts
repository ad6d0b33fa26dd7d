import { crownMark } from './crown.ts'
import { pine } from './pine.ts'
import type { RankColors } from './rank-colors.ts'
import { rays } from './svg.ts'

type Scene = (colors: RankColors) => string

const hill = (fill: string) => `<path d="M20 104q30-16 60-8t60-6v60H20z" fill="${fill}"/>`
const outline = (stroke: string) => `stroke="${stroke}" stroke-width="4" stroke-linejoin="round"`

const pathToTheSun: Scene = ({ main, light, dark }) =>
  [
    '<circle cx="98" cy="58" r="13" fill="#FFE9B8"/>',
    `<path d="M20 96q32-22 62-10t58-8v60H20z" fill="${main}"/>${hill(dark)}`,
    `<path d="M66 132c-8-14 34-14 24-26s-26-8-14-18c4-4 8-4 10-7" fill="none" stroke="${light}" stroke-width="7" stroke-linecap="round"/>`,
  ].join('')

const twoLeaves: Scene = ({ main, dark }) =>
  [
    `<path d="M20 98q30-16 60-8t60-6v60H20z" fill="${main}"/>${hill(dark)}<g transform="translate(80 112)">`,
    `<path d="M0 4C-1-18 0-38 6-58" stroke="${dark}" stroke-width="6" fill="none" stroke-linecap="round"/>`,
    `<path d="M2-26c-22 2-32-8-35-26 20-1 33 8 35 26z" fill="${main}" ${outline(dark)}/>`,
    `<path d="M3-38c20 1 31-9 33-27-20 0-32 9-33 27z" fill="${main}" ${outline(dark)}/></g>`,
  ].join('')

const tentAtNight: Scene = ({ main, light, dark }) =>
  [
    `<path d="M104 44a14 14 0 1 0 12 22 12 12 0 0 1-12-22z" fill="#FFE9B8"/>${hill(dark)}`,
    `<path d="M80 54 120 110H40z" fill="${main}" ${outline(dark)}/>`,
    `<path d="M80 70 96 110H64z" fill="${light}"/><path d="M80 70v40H64z" fill="#FFE9B8"/>`,
    `<path d="M80 54l-5-9M80 54l5-9" stroke="${dark}" stroke-width="4" stroke-linecap="round"/>`,
  ].join('')

const signpost: Scene = ({ main, light, dark }) =>
  [
    `<path d="M20 104 52 66l22 26 20-16 46 34v30H20z" fill="${light}"/>`,
    `<path d="M20 106 54 74l20 24 22-18 44 30v30H20z" fill="${main}" opacity=".35"/>${hill(dark)}`,
    `<rect x="76" y="40" width="8" height="80" rx="3" fill="${dark}"/>`,
    `<path d="M52 48h46l13 10-13 10H52z" fill="#FFE9B8" ${outline(dark)}/>`,
    `<path d="M108 76H64l-13 9 13 9h44z" fill="#FF7A3D" ${outline(dark)}/>`,
  ].join('')

const threePines: Scene = ({ main, dark }) =>
  [
    hill(dark) + pine(56, 118, 50, main) + pine(106, 120, 56, main) + pine(80, 120, 74, dark),
    '<g fill="#FFE9B8"><circle cx="108" cy="46" r="3"/><circle cx="50" cy="54" r="2.5"/><circle cx="60" cy="38" r="2"/></g>',
  ].join('')

const compass: Scene = ({ main, dark }) =>
  [
    `<circle cx="80" cy="76" r="35" fill="none" stroke="${main}" stroke-width="4"/>`,
    `<g stroke="${dark}" stroke-width="3" stroke-linejoin="round"><path d="M80 34 89 67 80 76 71 67z" fill="#FF7A3D"/>`,
    '<path d="M80 118 89 85 80 76 71 85zM38 76 71 67 80 76 71 85zM122 76 89 67 80 76 89 85z" fill="#fff"/></g>',
    `<circle cx="80" cy="76" r="5" fill="${dark}"/>`,
  ].join('')

const flame: Scene = ({ main, dark }) =>
  [
    hill(dark),
    `<path d="M80 30c4 18 28 26 28 52a28 28 0 0 1-56 0c0-14 8-20 12-30 6 6 6 10 8 14 6-8 10-20 8-36z" fill="${main}" ${outline(dark)}/>`,
    '<path d="M82 66c2 10 12 14 12 26a14 14 0 0 1-28 0c0-8 5-10 7-16 3 3 4 5 5 8 3-5 5-10 4-18z" fill="#FFC24B"/>',
  ].join('')

const crownedPeak: Scene = () =>
  [
    rays([80, 76], 16, 70, 0.09, '#FFD873'),
    '<path d="M22 124 62 78l18-22 20 24 38 44v20H22z" fill="#0F4A43"/>',
    '<path d="M80 56l14 17-7 5-7-6-8 8-6-6z" fill="#FDF3E3"/>',
    '<path d="M20 116q30-12 60-4t60-4v40H20z" fill="#0B3833"/>',
    `<g transform="translate(58 24) scale(1.84)">${crownMark('#F2B632', '#7A4F00')}</g>`,
  ].join('')

const SCENES: readonly Scene[] = [
  pathToTheSun,
  twoLeaves,
  tentAtNight,
  signpost,
  threePines,
  compass,
  flame,
  crownedPeak,
]

/** The scene in the window of a patch, 160 by 160 (design 2.7). */
export function rankScene(rankNumber: number, colors: RankColors): string {
  return SCENES[rankNumber - 1]?.(colors) ?? ''
}
