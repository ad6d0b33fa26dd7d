import type { QuestionId } from '@quizmaster/contract/ids'

/** A random number generator. Each call returns a number from 0 up to, but not including, 1. */
export type Rng = () => number

/** The state of a random number generator: four 32-bit numbers. */
export type Seed = readonly [number, number, number, number]

const WARM_UP_ROUNDS = 12
const TWO_TO_32 = 0x1_0000_0000

/**
 * A generator whose numbers follow from the seed. The algorithm is sfc32 (Chris Doty-Humphrey's small fast counting
 * generator); its 128-bit state cannot be derived from the questions a game was seen to draw.
 */
export function createRng(seed: Seed): Rng {
  let [a, b, c, counter] = seed
  function next(): number {
    const sum = (a + b + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (((c << 21) | (c >>> 11)) + sum) | 0
    return (sum >>> 0) / TWO_TO_32
  }
  for (let round = 0; round < WARM_UP_ROUNDS; round += 1) next()
  return next
}

/** A copy of the items in random order, every order equally likely (Fisher-Yates). */
export function shuffled<Item>(items: readonly Item[], rng: Rng): Item[] {
  const order = [...items]
  for (let last = order.length - 1; last > 0; last -= 1) {
    const other = Math.floor(rng() * (last + 1))
    const moved = order[other] as Item
    order[other] = order[last] as Item
    order[last] = moved
  }
  return order
}

export interface QuestionDraw {
  /** Lists of question ids that take turns, such as one per topic. */
  readonly candidates: readonly (readonly QuestionId[])[]
  readonly count: number
  /** The questions that have been seen lately, and when, in epoch milliseconds. */
  readonly seenAtMs: ReadonlyMap<QuestionId, number>
  readonly rng: Rng
}

/**
 * Draws questions, none twice, one from each list in turn. Questions seen lately come only after all others, the ones
 * seen longest ago first; those seen at the same time are in random order. Returns fewer than `count` if the lists hold
 * fewer.
 */
export function drawQuestions({ candidates, count, seenAtMs, rng }: QuestionDraw): QuestionId[] {
  const atMs = (id: QuestionId) => seenAtMs.get(id) ?? 0
  const lists = shuffled(candidates, rng).map((ids) => shuffled(ids, rng))
  const fresh = lists.map((ids) => ids.filter((id) => !seenAtMs.has(id)))
  const seen = lists.map((ids) => ids.filter((id) => seenAtMs.has(id)).toSorted((a, b) => atMs(a) - atMs(b)))
  const drawn = new Set([...interleave(fresh), ...interleave(seen)])
  return [...drawn].slice(0, Math.max(0, count))
}

/** The first item of each list, then the second of each, and so on. */
function interleave<Item>(lists: readonly (readonly Item[])[]): Item[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length))
  return Array.from({ length: longest }, (_, turn) => lists.flatMap((list) => list.slice(turn, turn + 1))).flat()
}
