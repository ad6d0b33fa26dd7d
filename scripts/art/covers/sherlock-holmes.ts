import { bookCover } from './book-cover.ts'

const INK = '#10262B'
const FOG = '#7FA6A0'

/** The river front with its clock tower, in the fog. */
const town = [
  '<path d="M12 236h6v-76l4-4 10-30 10 30 4 4v66h14v-18l12-10 12 10v16h18v-22h20v26h16v-18h18v26h14v-16h40v86H12z" fill="#2F5053"/>',
  `<circle cx="32" cy="172" r="9" fill="#FFE9B8"/><path d="M32 172v-6M32 172l4 3" stroke="${INK}" stroke-width="1.8" stroke-linecap="round"/>`,
  '<g fill="#F5B83D"><path d="M26 192h4v9h-4zM35 192h4v9h-4zM70 216h5v8h-5zM82 216h5v8h-5zM106 212h5v8h-5zM106 228h5v8h-5zM142 222h5v8h-5zM176 228h5v8h-5zM160 232h5v8h-5zM56 236h5v8h-5z"/></g>',
]

const fog =
  '<g fill="none" stroke-linecap="round"><path d="M6 250q30-12 60 0t60 0 60 0 40 0" stroke="#8FB2AB" stroke-width="14"/><path d="M-8 274q30-12 60 0t60 0 60 0 60 0" stroke="#B9D0C9" stroke-width="16"/><path d="M0 296q30-10 60 0t60 0 60 0 40 0" stroke="#DCE7E1" stroke-width="20"/></g>'

const glass = [
  `<path d="M156 152l28 36" stroke="${INK}" stroke-width="21" stroke-linecap="round"/><path d="M159 156l25 32" stroke="#B5653A" stroke-width="13" stroke-linecap="round"/>`,
  `<circle cx="110" cy="92" r="80" fill="${INK}"/><circle cx="110" cy="92" r="76" fill="#F5B83D"/><circle cx="110" cy="92" r="68" fill="${INK}"/><circle cx="110" cy="92" r="65" fill="#FDF1D8"/>`,
]

/** Deerstalker, nose and pipe. */
const detective = [
  '<clipPath id="cover-sherlock-lens"><circle cx="110" cy="92" r="65"/></clipPath><g clip-path="url(#cover-sherlock-lens)"><g transform="translate(22 -3)">',
  `<path d="M60 190l22-22v-16c-10 1-15-5-14-13l-4-5 3-5-3-4c0-5 1-9 0-11l-9-3c-2-1-2-3-1-5l10-16c-1-7 0-12 2-17h56c8 12 12 26 10 42-1 10-4 16-4 24l30 16v44z" fill="${INK}"/>`,
  `<path d="M44 82c4-8 12-13 20-15 2-22 18-34 38-34s36 14 38 36c6 4 10 9 12 15-18 5-34 4-46 0-20 5-42 5-62-2z" fill="#B5653A" stroke="${INK}" stroke-width="3" stroke-linejoin="round"/>`,
  `<path d="M102 35c-10 10-15 24-15 50M102 35c10 10 16 24 17 50M65 69q36-12 75 2" fill="none" stroke="#8A3A10" stroke-width="2.4"/>`,
  `<path d="M104 78c14-3 24-1 30 5 2 16-2 30-10 38-12-8-19-24-20-43z" fill="#C97B4E" stroke="${INK}" stroke-width="3" stroke-linejoin="round"/><circle cx="102" cy="34" r="4" fill="${INK}"/>`,
  `<path d="M68 131l-20 9" stroke="${INK}" stroke-width="4.5" stroke-linecap="round"/><path d="M35 127h17v11q0 10-8.5 10t-8.5-10z" fill="#8A3A10" stroke="${INK}" stroke-width="3" stroke-linejoin="round"/>`,
  `<path d="M44 120c-6-7 6-11 0-18s5-10 1-14" fill="none" stroke="${FOG}" stroke-width="4" stroke-linecap="round"/>`,
  '</g></g><path d="M58 62a60 60 0 0 1 26-23" fill="none" stroke="#FFFFFF" stroke-width="5" stroke-linecap="round" opacity=".8"/>',
]

/** The Adventures of Sherlock Holmes. */
export function sherlockHolmes(): string {
  return bookCover({ ground: '#4F7A78', spine: '#1D3B3E' }, [...town, fog, ...glass, ...detective])
}
