import { storage } from '../../platform/storage.ts'

/** Questions before the first ad, and before each later one (product 9). */
const FIRST = 5
const LATER = 10

/** How many questions are left before the next ad. */
export function questionsTillNextAd(): number {
  return storage.get('questionsTillNextAd') ?? FIRST
}

/** So many more questions went by; gives how many are left, never less than 0 (product 4). */
export function countQuestions(passed: number): number {
  const left = Math.max(0, questionsTillNextAd() - passed)
  storage.set('questionsTillNextAd', left)
  return left
}

/** The ad was shown, or could not be: the next one has its full distance. */
export function restartCounter(): void {
  storage.set('questionsTillNextAd', LATER)
}
