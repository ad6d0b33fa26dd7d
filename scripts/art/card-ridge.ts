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

/** Faint mountains along the lower edge of the question card, where the result will come. */
function ridge({ far, middle, near, snow, snowOpacity }: RidgeColors): string {
  const body = [
    '<circle cx="468" cy="96" r="40" fill="#F5B83D" opacity=".22"/>',
    `<path d="M0 232 78 178 132 206 236 74 300 150 344 118 432 214 520 160 640 236V300H0z" fill="${far}" opacity=".13"/>`,
    `<path d="M236 74 300 150 276 168 254 146 236 160 222 140 200 158 182 143z" fill="${snow}" opacity="${snowOpacity}"/>`,
    `<path d="M0 258 96 222 176 248 300 186 404 254 540 208 640 246V300H0z" fill="${middle}" opacity=".16"/>`,
    `<path d="M0 282 120 258 250 278 400 250 520 276 640 262V300H0z" fill="${near}" opacity=".2"/>`,
    '<path d="M150 296C210 270 130 256 196 238S150 214 206 196 196 160 232 128" fill="none" stroke="#C94E14" stroke-opacity=".5" stroke-width="4" stroke-linecap="round" stroke-dasharray="0 9"/>',
  ]
  return svgFile(640, 300, body.join(''))
}

/** The ridge for the light theme. */
export function cardRidge(): string {
  return ridge(LIGHT)
}

/** The ridge for the dark theme. */
export function cardRidgeDark(): string {
  return ridge(DARK)
}
