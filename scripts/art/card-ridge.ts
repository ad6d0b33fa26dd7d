import { svgFile } from './svg.ts'

type RidgeColors = { far: string; middle: string; near: string; snow: string; snowOpacity: number }

const LIGHT: RidgeColors = {
  far: '#3F6A7C',
  middle: '#15615A',
  near: '#0F4A43',
  snow: '#FFFFFF',
  snowOpacity: 0.75,
}
const DARK: RidgeColors = { far: '#7FA6A0', middle: '#2E7A6E', near: '#1C5B52', snow: '#DDEBE6', snowOpacity: 0.14 }

/** The parts of a ridge: layers from far to near, snow on the highest, sun and trail. */
interface RidgeShape {
  width: number
  sunX: number
  far: string
  snow: string
  middle: string
  near: string
  trail: string
}

/** Faint mountains along the lower edge of the question card, where the result will appear. */
const NARROW: RidgeShape = {
  width: 640,
  sunX: 468,
  far: 'M0 232 78 178 132 206 236 74 300 150 344 118 432 214 520 160 640 236V300H0z',
  snow: 'M236 74 300 150 276 168 254 146 236 160 222 140 200 158 182 143z',
  middle: 'M0 258 96 222 176 248 300 186 404 254 540 208 640 246V300H0z',
  near: 'M0 282 120 258 250 278 400 250 520 276 640 262V300H0z',
  trail: 'M150 296C210 270 130 256 196 238S150 214 206 196 196 160 232 128',
}

/** The same range seen from further away, for wide cards. */
const WIDE: RidgeShape = {
  width: 1152,
  sunX: 792,
  far: 'M0 214 86 168 150 204 262 138 332 186 452 62 534 148 588 112 676 208 748 170 822 218 936 126 1014 190 1076 156 1152 204V300H0z',
  snow: 'M452 62 534 148 506 164 484 140 462 158 444 134 420 152 394 122z',
  middle: 'M0 246 120 206 226 250 376 182 500 252 640 212 764 256 906 192 1040 246 1152 214V300H0z',
  near: 'M0 274 160 250 330 280 520 246 700 278 880 252 1020 276 1152 256V300H0z',
  trail: 'M356 297C430 270 338 254 414 236S362 210 424 190 410 150 448 118',
}

/** A mountain range in the colours of a theme. */
function ridge(shape: RidgeShape, { far, middle, near, snow, snowOpacity }: RidgeColors): string {
  const body = [
    `<circle cx="${shape.sunX}" cy="96" r="40" fill="#F5B83D" opacity=".22"/>`,
    `<path d="${shape.far}" fill="${far}" opacity=".13"/>`,
    `<path d="${shape.snow}" fill="${snow}" opacity="${snowOpacity}"/>`,
    `<path d="${shape.middle}" fill="${middle}" opacity=".16"/>`,
    `<path d="${shape.near}" fill="${near}" opacity=".2"/>`,
    `<path d="${shape.trail}" fill="none" stroke="#C94E14" stroke-opacity=".5" stroke-width="4" stroke-linecap="round" stroke-dasharray="0 9"/>`,
  ]
  return svgFile(shape.width, 300, body.join(''))
}

/** The ridge for each width and theme, by file name. */
export function cardRidges(): Record<string, string> {
  return {
    'card-ridge': ridge(NARROW, LIGHT),
    'card-ridge-dark': ridge(NARROW, DARK),
    'card-ridge-wide': ridge(WIDE, LIGHT),
    'card-ridge-wide-dark': ridge(WIDE, DARK),
  }
}
