import { encode } from 'uqr'

/** White modules around the code; cameras need them. */
const QUIET_ZONE = 2

/** A QR code, dark on white in both themes. */
export function QrCode({ text, label }: { text: string; label: string }) {
  return <img src={pictureOf(text)} alt={label} width={300} height={300} />
}

function pictureOf(text: string): string {
  const { data, size } = encode(text, { border: QUIET_ZONE })
  const dark = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">` +
    `<path fill="#fff" d="M0 0h${size}v${size}H0z"/><path fill="#0e2a27" d="${dark}"/></svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}
