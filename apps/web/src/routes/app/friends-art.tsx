import { WAYMARK_PATHS } from '../../ui/waymark-shapes.ts'

/** Four waymarks met round a light: the picture of playing with friends. */
export function FriendsArt({
  className,
  viewBox = '0 0 320 240',
}: {
  className?: string | undefined
  viewBox?: string
}) {
  return (
    <svg className={className} viewBox={viewBox} preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <rect width="320" height="240" fill="#52113F" />
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
