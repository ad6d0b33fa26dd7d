import { WAYMARK_PATHS } from '../../../apps/web/src/ui/graphics/waymark-shapes.ts'
import { round } from '../svg.ts'
import { bookCover } from './book-cover.ts'

const INK = '#1A0F3D'
const BRASS = '#F2B632'
const CENTER = { x: 106, y: 200 }

/** A point on an arc around the machine; 0 is left, 180 right. */
function onArc(radius: number, degrees: number): { x: number; y: number } {
  const angle = Math.PI + (degrees * Math.PI) / 180
  return { x: round(CENTER.x + radius * Math.cos(angle)), y: round(CENTER.y + radius * Math.sin(angle)) }
}

const SUN_COLORS = ['#8A5A7A', '#B0725F', '#D08B4E', '#EBA23F', '#FFB931']
const MOON_COLORS = ['#7B66C4', '#9583D6', '#B0A2E6', '#CFC5F4', '#F1ECFF']

/** Suns and moons across the sky, ever faster and brighter. */
function daysAndNights(): string {
  const suns = SUN_COLORS.map((color, index) => {
    const { x, y } = onArc(136, 52 + index * 19)
    return `<circle cx="${x}" cy="${y}" r="${round(7 + index * 2.4)}" fill="${color}"/>`
  })
  const moons = MOON_COLORS.map((color, index) => {
    const { x, y } = onArc(98, 34 + index * 28)
    const scale = round(0.6 + index * 0.17)
    return `<path transform="translate(${round(x - 12 * scale)} ${round(y - 12 * scale)}) scale(${scale})" d="${WAYMARK_PATHS.moon}" fill="${color}"/>`
  })
  return [...suns, ...moons].join('')
}

const sky = [
  `<circle cx="${CENTER.x}" cy="${CENTER.y}" r="176" fill="#4A33A0"/><circle cx="${CENTER.x}" cy="${CENTER.y}" r="119" fill="#5A3FB0"/><circle cx="${CENTER.x}" cy="${CENTER.y}" r="80" fill="#7358CC"/>`,
  `<g fill="none" stroke="#9A84E4" stroke-width="2" stroke-dasharray="2 7" stroke-linecap="round"><circle cx="${CENTER.x}" cy="${CENTER.y}" r="136"/><circle cx="${CENTER.x}" cy="${CENTER.y}" r="98"/></g>`,
  '<g fill="#FFE9B8"><circle cx="30" cy="26" r="2"/><circle cx="182" cy="34" r="2.4"/><circle cx="62" cy="16" r="1.6"/><circle cx="140" cy="14" r="1.8"/></g>',
]

/** The disc behind the saddle, which spins when the machine runs. */
function wheel(): string {
  const spokes = Array.from({ length: 12 }, (_, index) => {
    const angle = (index / 12) * Math.PI * 2
    const tip = `${round(76 + 46 * Math.cos(angle))} ${round(194 + 46 * Math.sin(angle))}`
    return `M76 194L${tip}`
  }).join('')
  return `<circle cx="76" cy="194" r="50" fill="#A86E00" stroke="${INK}" stroke-width="3"/><circle cx="76" cy="194" r="43" fill="#FFD873" stroke="${INK}" stroke-width="3"/><path d="${spokes}" stroke="#A86E00" stroke-width="3"/><circle cx="76" cy="194" r="17" fill="${BRASS}" stroke="${INK}" stroke-width="3"/>`
}

const machine = [
  `<g stroke="${INK}" stroke-linejoin="round" stroke-linecap="round"><path d="M44 262h112c14 0 22-8 24-20" fill="none" stroke-width="11"/><path d="M44 262h112c14 0 22-8 24-20" fill="none" stroke="${BRASS}" stroke-width="5.5"/>`,
  `<path d="M64 258v-20M140 258v-22" stroke-width="10"/><path d="M64 258v-20M140 258v-22" stroke="#C97B00" stroke-width="5"/>`,
  `<path d="M52 240h100v-12H52z" fill="${BRASS}" stroke-width="3"/>`,
  '<path d="M72 230c-6-26-8-50-4-66 10-6 20-2 22 8l6 40h36c8 0 10 18 0 18z" fill="#D2452F" stroke-width="3"/>',
  '<path d="M82 172l8 46M90 218h38" fill="none" stroke="#932A19" stroke-width="2.6"/>',
  `<path d="M148 228l10-44M138 228l2-36" stroke-width="8"/><path d="M148 228l10-44M138 228l2-36" stroke="${BRASS}" stroke-width="3.5"/>`,
  '<path d="M158 168l8 9-8 9-8-9z" fill="#3CC4C6" stroke-width="2.8"/><path d="M140 176l7 8-7 8-7-8z" fill="#FDF6EA" stroke-width="2.8"/></g>',
]

const ground =
  '<path d="M0 262q50-12 100-2t100-4v50H0z" fill="#2A1B66"/><path d="M0 282q60-10 110-2t90-4v30H0z" fill="#1F1350"/>'

/** The Time Machine. */
export function timeMachine(): string {
  return bookCover({ ground: '#3B2880', spine: INK }, [...sky, daysAndNights(), ground, wheel(), ...machine])
}
