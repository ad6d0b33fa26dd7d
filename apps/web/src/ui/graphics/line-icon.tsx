export type IconProps = {
  /** Stroke width on the 24 by 24 view box; 2.2 by default. */
  weight?: number
}

/** A line icon, in the size of its container and the colour of the text. Decoration only. */
export function Line({ d, weight = 2.2 }: IconProps & { d: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width="24"
      height="24"
      fill="none"
      stroke="currentColor"
      strokeWidth={weight}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={d} />
    </svg>
  )
}
