import { STATS_MIN_SEEN } from '@quizmaster/contract/limits'

/** How many questions were seen, and how many of them were answered correctly last time. */
export interface Share {
  readonly seen: number
  readonly right: number
}

/** The quantile of the normal distribution for 95 %. */
const Z = 1.96

/**
 * The range, from 0 to 1, in which the long-run share of right answers is likely to be: the 95 % Wilson score interval.
 */
export function likelyBand({ seen, right }: Share): readonly [low: number, high: number] {
  if (seen === 0) return [0, 1]
  const p = right / seen
  const scale = 1 + Z ** 2 / seen
  const centre = (p + Z ** 2 / (2 * seen)) / scale
  const half = (Z * Math.sqrt((p * (1 - p)) / seen + Z ** 2 / (4 * seen ** 2))) / scale
  return [Math.max(0, centre - half), Math.min(1, centre + half)]
}

/** Whether enough questions were seen for a band. */
export function hasBand({ seen }: Share): boolean {
  return seen >= STATS_MIN_SEEN
}

/** Whether a topic is a weak spot: the top of its band is below the player's share in all topics. */
export function isWeak(share: Share, usual: Share): boolean {
  return hasBand(share) && usual.seen > 0 && likelyBand(share)[1] < usual.right / usual.seen
}

/** The lines of an axis from 0 to `max`: at most three, in steps of 1, 2 or 5 times a power of ten. */
export function axisLines(max: number): number[] {
  for (let power = 1; ; power *= 10) {
    const step = [1, 2, 5].map((factor) => factor * power).find((one) => Math.floor(max / one) <= 3)
    if (step) return Array.from({ length: Math.floor(max / step) }, (_, index) => step * (index + 1))
  }
}
