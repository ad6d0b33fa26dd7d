type Rgb = readonly [red: number, green: number, blue: number]

/** The components of a `#rrggbb` colour, each 0 to 1. */
function rgb(hex: string): Rgb {
  const part = (start: number) => Number.parseInt(hex.slice(start, start + 2), 16) / 255
  return [part(1), part(3), part(5)]
}

function luminance(hex: string): number {
  const [red, green, blue] = rgb(hex).map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0)
}

/** The contrast ratio of two `#rrggbb` colours by WCAG 2.2: 1 (none) to 21. */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/** Mixes `part` of the first colour with the second, like `color-mix(in srgb, …)`. */
export function mix(over: string, ground: string, part: number): string {
  const [front, back] = [rgb(over), rgb(ground)]
  const blended = front.map((value, index) => Math.round((value * part + (back[index] ?? 0) * (1 - part)) * 255))
  return `#${blended.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}
