import type { MarkPart } from '../art/logo.ts'

/** How a drawing of 96 by 96 is placed on a square canvas: scaled, and centred. */
export interface Placement {
  canvas: number
  scale: number
}

/** The centre of the mark with its tail, in the mark's own box. */
const MIDDLE = 49.5

/** The offset that centres the mark on the canvas. */
export function offsetOf({ canvas, scale }: Placement): number {
  return canvas / 2 - MIDDLE * scale
}

/** Parts of a drawing as an Android vector drawable of `sizeDp` by `sizeDp`. */
export function vectorDrawable(parts: readonly MarkPart[], sizeDp: number, placement: Placement): string {
  const { canvas, scale } = placement
  const offset = offsetOf(placement).toFixed(2)
  const paths = parts.map(({ path, color, strokeWidth }) => {
    const paint =
      strokeWidth === undefined
        ? `android:fillColor="${color}"`
        : `android:strokeColor="${color}" android:strokeWidth="${strokeWidth}" android:strokeLineCap="${capOf(path)}"`
    return `        <path ${paint} android:pathData="${path}" />`
  })
  return `<?xml version="1.0" encoding="utf-8"?>
<!-- Written by scripts/mobile/art.ts. -->
<vector xmlns:android="http://schemas.android.com/apk/res/android"
    android:width="${sizeDp}dp"
    android:height="${sizeDp}dp"
    android:viewportWidth="${canvas}"
    android:viewportHeight="${canvas}">
    <group android:translateX="${offset}" android:translateY="${offset}" android:scaleX="${scale}" android:scaleY="${scale}">
${paths.join('\n')}
    </group>
</vector>
`
}

/** The ring has straight ends, the tail round ones. */
function capOf(path: string): 'butt' | 'round' {
  return path.includes('A') ? 'butt' : 'round'
}
