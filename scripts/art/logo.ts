import { svgFile } from './svg.ts'

type LogoColors = { ring: string; tail: string; peak: string }

const DARK_ON_LIGHT: LogoColors = { ring: '#0F4A43', tail: '#FF7A3D', peak: '#0F4A43' }
const LIGHT_ON_DARK: LogoColors = { ring: '#FDF3E3', tail: '#FF8A4D', peak: '#FDF3E3' }

/** The mark on a 96 by 96 field: a Q whose counter holds a peak and whose tail is the trail. */
function mark({ ring, tail, peak }: LogoColors): string {
  return [
    `<path fill="none" stroke="${ring}" stroke-width="11" d="M62.2 74.7A33 33 0 1 1 76.7 60.2"/>`,
    `<path fill="${peak}" d="M48 32.5 65 59.5H31z"/>`,
    `<path fill="${tail}" d="M48 32.5 54 42l-3.6 3.2L48 42.2l-2.6 3L42 42z"/>`,
    `<path d="M57.5 57.5 83.5 83.5" stroke="${tail}" stroke-width="12.5" stroke-linecap="round"/>`,
  ].join('')
}

/** The logo for light ground. */
export function logo(): string {
  return svgFile(96, 96, mark(DARK_ON_LIGHT))
}

/** The logo for dark ground and pictures. */
export function logoLight(): string {
  return svgFile(96, 96, mark(LIGHT_ON_DARK))
}

/** The light mark alone, to be placed on another picture: its size there is `size`. */
export function logoMarkAt(x: number, y: number, size: number): string {
  return `<g transform="translate(${x} ${y}) scale(${size / 96})">${mark(LIGHT_ON_DARK)}</g>`
}

/** Tab icon: a rounded tile, so that it reads on light and dark tabs alike. */
export function favicon(): string {
  return svgFile(96, 96, `<rect width="96" height="96" rx="24" fill="#0F4A43"/>${logoMarkAt(11, 11, 72)}`)
}

/** App icon, full bleed; the mark stays in the middle 60 % because phones cut the corners in many ways. */
export function appIcon(): string {
  return svgFile(512, 512, `<rect width="512" height="512" fill="#0F4A43"/>${logoMarkAt(98, 98, 312)}`)
}
