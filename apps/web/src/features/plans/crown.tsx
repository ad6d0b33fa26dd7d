import { PLANS_STRINGS } from './strings.ts'

/** The sign of a Legend. */
export function Crown({ size = 28 }: { size?: number }) {
  return <img src="/img/crown.svg" alt={PLANS_STRINGS.legend} width={size} height={size} />
}
