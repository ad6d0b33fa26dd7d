import { bookCover } from './book-cover.ts'

const INK = '#3A0A2C'
const GOLD = '#F5B83D'

const suits = [
  '<path d="M38 40c-8-9-17-3-14 6 2 6 9 10 14 15 5-5 12-9 14-15 3-9-6-15-14-6z" fill="#FF7A6B"/>',
  '<path d="M176 32l12 17-12 17-12-17z" fill="#FF7A6B"/>',
  '<path d="M38 250c9 9 15 13 15 20 0 7-9 9-13 3 0 5 1 8 4 11H32c3-3 4-6 4-11-4 6-13 4-13-3 0-7 6-11 15-20z" fill="#52113F"/>',
  '<path d="M176 250a7.5 7.5 0 0 1 5.5 12.6 7.5 7.5 0 1 1-3.5 12.400c0 4 1 6 4 9h-12c3-3 4-5 4-9a7.5 7.5 0 1 1-3.5-12.400A7.5 7.5 0 0 1 176 250z" fill="#52113F"/>',
]

/** The keyhole, with light behind it. */
const keyhole = [
  `<path d="M106 22a66 66 0 0 1 34 122l20 132H52l20-132a66 66 0 0 1 34-122z" fill="${INK}"/>`,
  '<path d="M106 30a58 58 0 0 1 25.5 110L151 268H61l19.5-128A58 58 0 0 1 106 30z" fill="#FFE9B8"/>',
  '<path d="M66 236q40-20 80 0l5 32H61z" fill="#5E8F3C"/>',
  '<g stroke="#3E6525" stroke-width="2.5" stroke-linecap="round"><path d="M72 246v-9M77 248v-6M137 248v-8M142 250v-6"/></g>',
]

const body = [
  `<g fill="#FDF6EA" stroke="${INK}" stroke-width="3" stroke-linejoin="round"><path d="M80 246c-4-44 6-66 26-66s30 22 26 66z"/>`,
  '<ellipse cx="90" cy="250" rx="16" ry="8"/><ellipse cx="122" cy="250" rx="16" ry="8"/></g>',
  `<path d="M83 190q23 12 46 0c4 14 5 26 4 42H79c-1-16 0-28 4-42z" fill="#2B55C9" stroke="${INK}" stroke-width="3" stroke-linejoin="round"/>`,
  `<path d="M106 196v36" stroke="${INK}" stroke-width="2.5"/><g fill="${GOLD}"><circle cx="100" cy="207" r="2.4"/><circle cx="100" cy="221" r="2.4"/></g>`,
]

const head = [
  `<g transform="translate(0 14)"><g fill="#FDF6EA" stroke="${INK}" stroke-width="3" stroke-linejoin="round">`,
  '<path d="M94 108C80 88 76 54 84 36c13 8 20 40 20 66z"/><path d="M108 102c0-26 8-52 21-64 9 18 3 48-9 68z"/>',
  '<path d="M78 134c0-22 12-33 28-33s28 11 28 33c0 20-12 34-28 34s-28-14-28-34z"/></g>',
  '<path d="M93 92c-7-14-8-30-5-42 7 9 9 25 9 40zM116 92c0-12 5-28 10-36 4 12 0 28-6 40z" fill="#F6A6B8"/>',
  `<g fill="${INK}"><ellipse cx="95" cy="130" rx="4" ry="5.5"/><ellipse cx="117" cy="130" rx="4" ry="5.5"/></g><circle cx="96.5" cy="128" r="1.4" fill="#fff"/><circle cx="118.5" cy="128" r="1.4" fill="#fff"/>`,
  '<g fill="#F6A6B8" opacity=".7"><circle cx="87" cy="144" r="5"/><circle cx="125" cy="144" r="5"/></g>',
  `<path d="M101 142h10l-5 5z" fill="#D2452F"/><path d="M106 147v5M106 152q-5 5-9 1M106 152q5 5 9 1" fill="none" stroke="${INK}" stroke-width="2.2" stroke-linecap="round"/>`,
  '</g><path d="M106 187l-15-8v17zM106 187l15-8v17z" fill="#D2452F"/>',
  `<circle cx="106" cy="187" r="3.5" fill="#932A19"/>`,
]

const watch = [
  `<path d="M111 214q18 16 32 0" fill="none" stroke="${GOLD}" stroke-width="3" stroke-dasharray="1 4" stroke-linecap="round"/>`,
  `<path d="M130 196c8 2 14 4 17 9" fill="none" stroke="${INK}" stroke-width="11" stroke-linecap="round"/><path d="M130 196c8 2 14 4 17 9" fill="none" stroke="#FDF6EA" stroke-width="6" stroke-linecap="round"/>`,
  `<circle cx="150" cy="224" r="17" fill="${GOLD}" stroke="${INK}" stroke-width="3"/><circle cx="150" cy="224" r="11.5" fill="#FFFDF6"/><path d="M150 224v-8M150 224l6 4" stroke="${INK}" stroke-width="2.4" stroke-linecap="round"/>`,
  `<rect x="146.5" y="202" width="7" height="6" rx="2" fill="${GOLD}" stroke="${INK}" stroke-width="2"/>`,
]

/** Alice's Adventures in Wonderland: the White Rabbit, behind the keyhole. */
export function aliceInWonderland(): string {
  return bookCover({ ground: '#82246F', spine: '#52113F' }, [...suits, ...keyhole, ...body, ...watch, ...head])
}
