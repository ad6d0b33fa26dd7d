import { svgFile } from './svg.ts'

type LogoColors = { ring: string; tail: string; peak: string }

const DARK_ON_LIGHT: LogoColors = { ring: '#0F4A43', tail: '#FF7A3D', peak: '#0F4A43' }
const LIGHT_ON_DARK: LogoColors = { ring: '#FDF3E3', tail: '#FF8A4D', peak: '#FDF3E3' }

/** The mark, 96 by 96: a Q with a peak inside and the trail as its tail. */
function mark({ ring, tail, peak }: LogoColors): string {
  return [
    `<path fill="none" stroke="${ring}" stroke-width="11" d="M62.2 74.7A33 33 0 1 1 76.7 60.2"/>`,
    `<path fill="${peak}" d="M48 32.5 65 59.5H31z"/>`,
    `<path fill="${tail}" d="M48 32.5 54 42l-3.6 3.2L48 42.2l-2.6 3L42 42z"/>`,
    `<path d="M57.5 57.5 83.5 83.5" stroke="${tail}" stroke-width="12.5" stroke-linecap="round"/>`,
  ].join('')
}

/** The logo for light backgrounds. */
export function logo(): string {
  return svgFile(96, 96, mark(DARK_ON_LIGHT))
}

/** The logo for dark backgrounds and images. */
export function logoLight(): string {
  return svgFile(96, 96, mark(LIGHT_ON_DARK))
}

/** The light mark without the name, to place on another image at the given size. */
export function logoMarkAt(x: number, y: number, size: number): string {
  return `<g transform="translate(${x} ${y}) scale(${size / 96})">${mark(LIGHT_ON_DARK)}</g>`
}

/** The tab icon: a rounded tile, legible on light and dark tabs. */
export function favicon(): string {
  return svgFile(96, 96, `<rect width="96" height="96" rx="24" fill="#0F4A43"/>${logoMarkAt(11, 11, 72)}`)
}

/** The app icon, full bleed. The mark stays within the middle 60 %, because phones crop icons in different shapes. */
export function appIcon(): string {
  return svgFile(512, 512, `<rect width="512" height="512" fill="#0F4A43"/>${logoMarkAt(98, 98, 312)}`)
}
