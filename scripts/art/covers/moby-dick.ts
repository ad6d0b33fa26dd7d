import { bookCover } from './book-cover.ts'

const INK = '#0B263D'

const sky = [
  '<path d="M0 0h200v104H0z" fill="#FFD9A8"/><circle cx="146" cy="58" r="30" fill="#FF7A3D"/>',
  '<path d="M12 36h48M24 46h52M132 24h56" stroke="#FFEFD9" stroke-width="4" stroke-linecap="round"/>',
]

/** The sea, darker with depth. */
const sea = [
  '<path d="M0 96q12-8 24 0t24 0 24 0 24 0 24 0 24 0 24 0 24 0 24 0v210H0z" fill="#2F8FA3"/>',
  '<path d="M0 122q20-10 40 0t40 0 40 0 40 0 40 0v180H0z" fill="#1D6C86"/>',
  '<path d="M0 182q25-12 50 0t50 0 50 0 50 0v120H0z" fill="#15506D"/>',
  '<path d="M0 246q25-12 50 0t50 0 50 0 50 0v60H0z" fill="#0F3A56"/>',
]

/** A tiny boat with rowers. */
const boat = [
  `<path d="M62 90h58q-5 13-15 13H76q-10 0-14-13z" fill="#8A3A10" stroke="${INK}" stroke-width="2.5" stroke-linejoin="round"/>`,
  `<g fill="${INK}"><circle cx="78" cy="80" r="4"/><path d="M73 90q0-7 5-7t5 7z"/><circle cx="92" cy="80" r="4"/><path d="M87 90q0-7 5-7t5 7z"/><circle cx="107" cy="71" r="4.4"/><path d="M102 90v-9q0-6 5-6t5 6v9z"/></g>`,
  `<path d="M96 86l34-26" stroke="${INK}" stroke-width="2.5" stroke-linecap="round"/><path d="M127 58l7-2-3 7z" fill="${INK}"/>`,
  `<path d="M74 92l-16 18M88 92l-12 19" stroke="${INK}" stroke-width="2.2" stroke-linecap="round"/>`,
]

/** The white whale, rising from below. */
const whale = [
  `<g stroke="${INK}" stroke-width="3" stroke-linejoin="round" stroke-linecap="round"><path d="M116 256c-2 10-16 14-34 30 16 4 30 2 40-6 8 10 20 13 37 11-12-18-26-22-27-35z" fill="#E3DCCB"/>`,
  `<path d="M76 200c-4-22-4-38-2-52 2-18 14-26 34-26 26 0 40 18 42 50 2 34-6 64-18 88h-17c-17-18-31-36-39-60z" fill="#FDF6EA"/>`,
  `<path d="M74 152c6 20 10 36 22 52-8 2-14 2-20-4-5-16-6-32-2-48z" fill="#E3DCCB"/>`,
  '<path d="M126 208c16 2 30 12 38 28-16 0-30-2-40-12z" fill="#E3DCCB"/></g>',
  `<circle cx="104" cy="190" r="4" fill="${INK}"/><path d="M97 183q7-5 14-1" fill="none" stroke="${INK}" stroke-width="2.2" stroke-linecap="round"/>`,
  '<g fill="none" stroke="#CFC5AE" stroke-width="2.4" stroke-linecap="round"><path d="M120 136l14 16M134 138l-8 20M136 176l-12 8M112 134l-6 12"/></g>',
]

const bubbles =
  '<g fill="none" stroke="#8FD0DA" stroke-width="2"><circle cx="46" cy="168" r="4"/><circle cx="54" cy="152" r="2.6"/><circle cx="170" cy="178" r="3.4"/><circle cx="176" cy="160" r="2.2"/><circle cx="40" cy="226" r="3"/></g>'

/** Moby-Dick: the whale under the boat. */
export function mobyDick(): string {
  return bookCover({ ground: '#FFD9A8', spine: INK }, [...sky, ...boat, ...sea, ...whale, bubbles])
}
