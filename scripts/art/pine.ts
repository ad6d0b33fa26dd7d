import { round } from './svg.ts'

/** A fir tree with its foot at (x, y). */
export function pine(x: number, y: number, height: number, fill: string): string {
  const s = (part: number) => round(height * part)
  const crown = `l${s(0.26)} ${s(0.42)}h${s(-0.1)}l${s(0.2)} ${s(0.34)}h${s(-0.72)}l${s(0.2)} ${s(-0.34)}h${s(-0.1)}z`
  return `<path fill="${fill}" d="M${round(x)} ${round(y - height)}${crown}"/>`
}
