import type { QuestionId, TopicId } from '@quizmaster/contract/ids'
import { type Rng, shuffled } from '@quizmaster/engine/draw'

/** How hard each of the ten is. The whole bank has easy, medium and hard questions in about this proportion. */
const DIFFICULTIES = [1, 1, 2, 2, 2, 2, 2, 2, 3, 3]

/** A question in circulation. */
export interface DailyCandidate {
  id: QuestionId
  topicId: TopicId
  /** 1 to 3. */
  difficulty: number
}

interface DayDraw {
  candidates: readonly DailyCandidate[]
  /** The questions used too recently to come again, unless the bank is too small; a higher number for a later day. */
  lastUsed: ReadonlyMap<QuestionId, number>
  rng: Rng
}

/**
 * Draws the ten of a day, from easy to hard, each of a different topic. If the bank is too small for that, a question
 * may be of another difficulty, then of the same topic as another, and finally one used before, the longest ago first.
 */
export function drawDay({ candidates, lastUsed, rng }: DayDraw): QuestionId[] {
  const left = new Set(shuffled(candidates, rng))
  const drawn: DailyCandidate[] = []
  for (const difficulty of DIFFICULTIES) {
    const topics = new Set(drawn.map(({ topicId }) => topicId))
    const cost = (one: DailyCandidate) => [
      lastUsed.get(one.id) ?? -Infinity,
      Number(topics.has(one.topicId)),
      Math.abs(one.difficulty - difficulty),
    ]
    const best = cheapest([...left], cost)
    if (!best) break
    left.delete(best)
    drawn.push(best)
  }
  return drawn.toSorted((a, b) => a.difficulty - b.difficulty).map(({ id }) => id)
}

/** The first of the items with the lowest cost; the costs are compared number by number. */
function cheapest<Item>(items: readonly Item[], costOf: (item: Item) => number[]): Item | undefined {
  let best: { item: Item; cost: number[] } | undefined
  for (const item of items) {
    const cost = costOf(item)
    if (!best || isLess(cost, best.cost)) best = { item, cost }
  }
  return best?.item
}

function isLess(one: readonly number[], other: readonly number[]): boolean {
  const index = one.findIndex((value, place) => value !== other[place])
  return index >= 0 && (one[index] ?? 0) < (other[index] ?? 0)
}
