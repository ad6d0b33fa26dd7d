import { svgFile } from './svg.ts'

type LogoColors = { ring: string; tail: string; peak: string }

const DARK_ON_LIGHT: LogoColors = { ring: '#0F4A43', tail: '#FF7A3D', peak: '#0F4A43' }
const LIGHT_ON_DARK: LogoColors = { ring: '#FDF3E3', tail: '#FF8A4D', peak: '#FDF3E3' }

const RING = 'M62.2 74.7A33 33 0 1 1 76.7 60.2'
const PEAK = 'M48 32.5 65 59.5H31z'
const SNOW = 'M48 32.5 54 42l-3.6 3.2L48 42.2l-2.6 3L42 42z'
const TAIL = 'M57.5 57.5 83.5 83.5'

/** The mark, 96 by 96: a Q with a peak inside and the trail as its tail. */
function mark(tone: 'light' | 'dark'): string {
  return partsAsSvg(markParts(tone))
}

/** A part of a drawing, for formats other than SVG: filled, or stroked with a width. */
export interface MarkPart {
  path: string
  color: string
  strokeWidth?: number
}

/** The parts of the mark for dark (`light`) or light backgrounds, in a box of 96 by 96. */
export function markParts(tone: 'light' | 'dark'): MarkPart[] {
  const { ring, tail, peak } = tone === 'light' ? LIGHT_ON_DARK : DARK_ON_LIGHT
  return [
    { path: RING, color: ring, strokeWidth: 11 },
    { path: PEAK, color: peak },
    { path: SNOW, color: tail },
    { path: TAIL, color: tail, strokeWidth: 12.5 },
  ]
}

/** The mark in one colour: the line between snow and rock, and between rock and tail, is left out. */
export function oneColorMarkParts(color: string): MarkPart[] {
  return [
    { path: RING, color, strokeWidth: 11 },
    { path: SNOW, color },
    { path: 'M40 45.5 45.2 49.6 48 46.2 50.8 49.6 56 45.5 65 59.5H31z', color },
    { path: 'M59.5 59.5 83.5 83.5', color, strokeWidth: 12 },
  ]
}

/** The parts of a mark as SVG, without a frame. */
export function partsAsSvg(parts: readonly MarkPart[]): string {
  return parts.map(partAsSvg).join('')
}

function partAsSvg({ path, color, strokeWidth }: MarkPart): string {
  if (strokeWidth === undefined) return `<path fill="${color}" d="${path}"/>`
  const cap = path === RING ? '' : ' stroke-linecap="round"'
  return `<path fill="none" stroke="${color}" stroke-width="${strokeWidth}"${cap} d="${path}"/>`
}

/** The logo for light backgrounds. */
export function logo(): string {
  return svgFile(96, 96, mark('dark'))
}

/** The logo for dark backgrounds and images. */
export function logoLight(): string {
  return svgFile(96, 96, mark('light'))
}

/** The light mark without the name, to place on another image at the given size. */
export function logoMarkAt(x: number, y: number, size: number): string {
  return `<g transform="translate(${x} ${y}) scale(${size / 96})">${mark('light')}</g>`
}

/** The tab icon: a rounded tile, legible on light and dark tabs. */
export function favicon(): string {
  return svgFile(96, 96, `<rect width="96" height="96" rx="24" fill="#0F4A43"/>${logoMarkAt(11, 11, 72)}`)
}

/** The app icon, full bleed. The mark stays within the middle 60 %, because phones crop icons in different shapes. */
export function appIcon(): string {
  return svgFile(512, 512, `<rect width="512" height="512" fill="#0F4A43"/>${logoMarkAt(98, 98, 312)}`)
}
