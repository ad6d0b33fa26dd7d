import { WAYMARK_PATHS } from '../../ui/graphics/waymark-shapes.ts'

type Props = {
  className?: string | undefined
  /** Fits the whole picture into the box; otherwise the picture fills the box and is cropped. */
  isWhole?: boolean
}

/** The picture for playing with friends: four waymarks around a light. */
export function FriendsArt({ className, isWhole = false }: Props) {
  return (
    <svg
      className={className}
      viewBox={isWhole ? '0 4 320 144' : '0 0 320 240'}
      preserveAspectRatio={isWhole ? 'xMidYMid meet' : 'xMidYMid slice'}
      aria-hidden="true"
    >
      <rect x="-1000" y="-300" width="2320" height="840" fill="#52113F" />
      <circle cx="196" cy="76" r="150" fill="#6B1B57" />
      <circle cx="196" cy="76" r="104" fill="#82246F" />
      <circle cx="196" cy="76" r="60" fill="#A3398C" />
      <path d={WAYMARK_PATHS.sun} transform="translate(166 46) scale(2.5)" fill="#FFC24B" />
      <path d={WAYMARK_PATHS.peak} transform="translate(116 44) scale(2)" fill="#FFF" />
      <path d={WAYMARK_PATHS.drop} transform="translate(236 96) scale(1.9)" fill="#3CC4C6" />
      <path d={WAYMARK_PATHS.moon} transform="translate(154 10) scale(1.5)" fill="#F6A6E3" />
    </svg>
  )
}
