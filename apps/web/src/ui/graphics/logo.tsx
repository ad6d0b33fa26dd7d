type Props = {
  /** `light` is for pictures and dark backgrounds in either theme. */
  tone?: 'themed' | 'light'
  size?: number | string
}

/** The logo. It is inline, so that it follows the theme without a second file. Decoration only. */
export function Logo({ tone = 'themed', size = 32 }: Props) {
  const ring = tone === 'light' ? '#fdf3e3' : 'var(--logo-ring)'
  const tail = tone === 'light' ? '#ff8a4d' : 'var(--logo-tail)'
  return (
    <svg viewBox="0 0 96 96" width={size} height={size} fill="none" aria-hidden="true">
      <path stroke={ring} strokeWidth="11" d="M62.2 74.7A33 33 0 1 1 76.7 60.2" />
      <path fill={ring} d="M48 32.5 65 59.5H31z" />
      <path fill={tail} d="M48 32.5 54 42l-3.6 3.2L48 42.2l-2.6 3L42 42z" />
      <path stroke={tail} strokeWidth="12.5" strokeLinecap="round" d="M57.5 57.5 83.5 83.5" />
    </svg>
  )
}
