import { rays } from '../svg.ts'
import { bookCover } from './book-cover.ts'

const INK = '#4A1D07'
const GOLD = '#F2B632'

const sky = [rays([106, 134], 20, 230, 0.07, '#FFD59C')]

/** A pocket watch with the globe as its face. */
const globe = [
  `<path d="M106 46V38" stroke="${INK}" stroke-width="10"/><circle cx="106" cy="24" r="13" fill="none" stroke="${INK}" stroke-width="9"/><circle cx="106" cy="24" r="13" fill="none" stroke="${GOLD}" stroke-width="4"/>`,
  `<rect x="96" y="40" width="20" height="16" rx="4" fill="${GOLD}" stroke="${INK}" stroke-width="3"/>`,
  `<circle cx="106" cy="134" r="82" fill="${INK}"/><circle cx="106" cy="134" r="79" fill="${GOLD}"/><circle cx="106" cy="134" r="68" fill="${INK}"/><circle cx="106" cy="134" r="65" fill="#3CB4C6"/>`,
  '<clipPath id="cover-world-globe"><circle cx="106" cy="134" r="65"/></clipPath><g clip-path="url(#cover-world-globe)">',
  '<g fill="none" stroke="#7FD3DC" stroke-width="1.6"><ellipse cx="106" cy="134" rx="26" ry="65"/><ellipse cx="106" cy="134" rx="50" ry="65"/><path d="M38 134h136M44 104q62 14 124 0M44 164q62-14 124 0"/></g>',
  '<g fill="#5E8F3C" stroke="#3E6525" stroke-width="2.2" stroke-linejoin="round">',
  '<path d="M96 82l10-8 16 2 10-6 26 10 16 18-4 14-14 2-2 12-8 10-6-12-8-2-6 8-10-10-4-10-10 2-8-8z"/>',
  '<path d="M84 116l14-4 14 4 10 10-2 14 4 8-10 18-8 16-10-4-2-20-10-6-12-2-4-14 4-12z"/>',
  '<path d="M40 92l18-10 10 4-6 12-8 6-2 12-12 4zM48 142l10-4 10 10-2 18-10 16-8-20z"/><path d="M146 168l14-6 12 8-4 14-16 2-8-8z"/></g></g>',
  `<g fill="${INK}"><circle cx="106" cy="78" r="3"/><circle cx="162" cy="134" r="3"/><circle cx="106" cy="190" r="3"/><circle cx="50" cy="134" r="3"/></g>`,
  `<g stroke-linecap="round"><path d="M106 134L76 104M106 134l30-38" stroke="#FDF6EA" stroke-width="9"/><path d="M106 134L76 104M106 134l30-38" stroke="${INK}" stroke-width="4.5"/></g><circle cx="106" cy="134" r="7" fill="#D2452F" stroke="${INK}" stroke-width="2.5"/>`,
]

const hills = [
  '<path d="M0 232q40-16 90-6t110-8v90H0z" fill="#C96B35"/><path d="M0 266q60-8 110-2t90-4v50H0z" fill="#7A3A14"/>',
  `<path d="M0 276h200" stroke="${INK}" stroke-width="4"/><path d="M4 282h196" stroke="${INK}" stroke-width="5" stroke-dasharray="3 9"/>`,
]

/** The night train to the coast. */
const train = [
  '<g fill="#FDF6EA"><circle cx="146" cy="216" r="8"/><circle cx="132" cy="207" r="10"/><circle cx="114" cy="204" r="7"/></g>',
  `<g stroke="${INK}" stroke-width="2.8" stroke-linejoin="round"><path d="M152 244v-16h-4l-2-8h16l-2 8h-4v16" fill="#D2452F"/>`,
  '<path d="M106 268v-38h30v14h34q8 0 8 10v14z" fill="#D2452F"/><path d="M102 224h38v8h-38z" fill="#0F4A43"/><path d="M112 238h16v12h-16z" fill="#FFE9B8"/><path d="M178 262l10 10h-16z" fill="#0F4A43"/>',
  '<path d="M40 268v-32h58v32z" fill="#15615A"/><path d="M36 230h66v8H36z" fill="#0F4A43"/><path d="M48 244h12v10H48zM64 244h12v10H64zM80 244h12v10H80z" fill="#FFE9B8"/></g>',
  `<path d="M98 262h8" stroke="${INK}" stroke-width="4"/><g fill="${GOLD}" stroke="${INK}" stroke-width="2.8"><circle cx="52" cy="270" r="7"/><circle cx="86" cy="270" r="7"/><circle cx="118" cy="267" r="10"/><circle cx="144" cy="270" r="7"/><circle cx="164" cy="270" r="7"/></g>`,
]

/** Around the World in Eighty Days. */
export function aroundTheWorld(): string {
  return bookCover({ ground: '#FFC98F', spine: '#8A3A10' }, [...sky, ...globe, ...hills, ...train])
}
