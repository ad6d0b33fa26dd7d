import { bookCover } from './book-cover.ts'

const INK = '#0B2E1C'
const BARK = '#FDF1D8'

/** The tree of life. */
const tree = [
  `<g fill="none" stroke="${BARK}" stroke-linecap="round" stroke-linejoin="round">`,
  '<path d="M106 300c0-40 2-60 0-92" stroke-width="13"/><path d="M106 234c-4-26-30-26-38-52" stroke-width="9"/><path d="M106 222c4-28 34-26 42-56" stroke-width="9"/>',
  '<path d="M106 212c0-30-2-50 0-76" stroke-width="8"/><path d="M68 182c-6-16-20-16-26-34M68 184c2-18 12-26 14-44" stroke-width="6"/>',
  '<path d="M148 166c0-18-8-26-6-44M148 168c8-16 22-14 28-34" stroke-width="6"/><path d="M106 138c-2-20-18-22-22-44M106 138c2-22 16-26 20-50" stroke-width="5.5"/></g>',
]

const hills =
  '<path d="M0 262q50-18 100-8t100-8v60H0z" fill="#2E6B3C"/><path d="M0 284q60-12 110-4t90-6v30H0z" fill="#1C4A2A"/>'

const bird = (place: string, color: string, beak: string) =>
  `<g transform="${place}" stroke="${INK}" stroke-width="2.2" stroke-linejoin="round"><path d="${beak}" fill="#FFB24B"/><path d="M-16 6l-14 8 2-9c4-4 8-5 12-5C-14-12-6-18 4-18c10 0 15 6 14 14C17 8 8 14-2 14c-6 0-11-3-14-8z" fill="${color}"/><path d="M-10 0c6-4 14-3 18 2-5 6-13 7-18 2z" fill="${INK}" opacity=".28" stroke="none"/><circle cx="9" cy="-9" r="2.3" fill="${INK}" stroke="none"/></g>`

/** Two finches, one with a strong and one with a fine beak. */
const birds = [
  bird('translate(74 79) scale(-1 1)', '#F5B83D', 'M15-15l16 7-15 8z'),
  bird('translate(138 72)', '#FF7A3D', 'M17-11l22 5-21 3z'),
]

const tortoise = [
  `<g stroke="${INK}" stroke-width="2.3" stroke-linejoin="round"><path d="M24 138c-6-2-11-6-9-12 3-5 11-3 13 3z" fill="#A9CF7E"/><path d="M30 146h7v8h-8zM54 146h7l1 8h-8z" fill="#A9CF7E"/>`,
  '<path d="M22 146c0-20 12-28 24-28s22 10 22 28z" fill="#5E8F3C"/><path d="M38 120l-6 26M54 121l5 25M26 134h40" fill="none" stroke="#3E6525"/></g>',
  `<circle cx="19" cy="126" r="1.6" fill="${INK}"/>`,
]

const fish = `<g stroke="${INK}" stroke-width="2.3" stroke-linejoin="round"><path d="M170 110l14-10v24z" fill="#0B7A80"/><path d="M128 112c8-14 34-16 46 0-12 15-38 13-46 0z" fill="#3CC4C6"/><path d="M148 102c5 6 5 13 0 20" fill="none"/></g><circle cx="138" cy="109" r="2.2" fill="${INK}"/>`

const butterfly = `<g stroke="${INK}" stroke-width="2.2" stroke-linejoin="round"><path d="M178 136c-18-18-24 2-16 10-8 8 6 18 16 2 10 16 22 6 14-2 8-10 2-26-14-10z" fill="#B54CA0"/><path d="M178 132v20M178 133l-5-7M178 133l5-7" stroke-linecap="round"/></g>`

const ammonite = `<g stroke="${INK}" stroke-width="2.2" stroke-linecap="round"><circle cx="84" cy="128" r="14" fill="#D8B98A"/><path d="M96 122c2 10-5 17-13 16-8 0-12-8-9-14s11-7 14-1-3 9-6 6" fill="none"/><path d="M72 122l5 3M75 138l4-4M86 142v-4M96 135l-4-2M80 115l1 5" fill="none"/></g>`

const leaves = `<g fill="#7DB65A" stroke="${INK}" stroke-width="2"><path d="M120 250c12-10 22-8 28-2-8 10-20 10-28 2zM90 262c-10-10-20-8-26-2 8 8 18 10 26 2zM92 206c-8-6-14-4-18 0 5 6 12 6 18 0z"/></g>`

/** On the Origin of Species: the tree of life. */
export function originOfSpecies(): string {
  const scene = [
    '<circle cx="106" cy="110" r="98" fill="#256B4A"/>',
    hills,
    ...tree,
    leaves,
    ammonite,
    ...tortoise,
    fish,
    butterfly,
    ...birds,
  ]
  return bookCover({ ground: '#15553A', spine: INK }, scene)
}
