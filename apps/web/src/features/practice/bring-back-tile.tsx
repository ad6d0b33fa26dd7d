import { Spinner } from '../../ui/feedback/spinner.tsx'
import { WAYMARK_PATHS } from '../../ui/graphics/waymark-shapes.ts'
import { BRING_BACK_STRINGS } from './bring-back-strings.ts'

type Props = {
  className: string
  /** How many questions are due: 1 to 10. */
  count: number
  isPending: boolean
  onPress: () => void
}

/** Starts a journey with the missed questions that are due. */
export function BringBackTile({ className, count, isPending, onPress }: Props) {
  return (
    <button
      type="button"
      className={className}
      aria-label={BRING_BACK_STRINGS.titleReady(count)}
      aria-busy={isPending || undefined}
      onClick={onPress}
    >
      <svg viewBox="279 0 1 100" preserveAspectRatio="xMaxYMid" overflow="visible" aria-hidden="true">
        <rect width="280" height="100" fill="#064f55" />
        <path d="M90 100C130 60 180 84 220 52s60-6 60-6v54z" fill="#0b6a70" />
        <path d="M130 100c40-22 80-4 150-34v34z" fill="#0f7e83" />
        <path
          d="M264 74C264 8 221 8 221 68"
          fill="none"
          stroke="#ffe3c2"
          strokeWidth="3.4"
          strokeLinecap="round"
          strokeDasharray="0 8.2"
        />
        <path
          d="M211 68l10 12 10-12"
          fill="none"
          stroke="#ffe3c2"
          strokeWidth="3.8"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
        <path
          transform="translate(254.4 68.4) scale(.8)"
          d={WAYMARK_PATHS.drop}
          fill="#3cc4c6"
          stroke="#06211f"
          strokeWidth="2"
        />
        <path
          transform="translate(233.4 40.4) scale(.8)"
          d={WAYMARK_PATHS.sun}
          fill="#f5b83d"
          stroke="#06211f"
          strokeWidth="2"
        />
      </svg>
      <b>{BRING_BACK_STRINGS.title}</b>
      <small>{isPending ? <Spinner /> : BRING_BACK_STRINGS.ready(count)}</small>
    </button>
  )
}
