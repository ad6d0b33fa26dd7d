import type { QuestionId } from '@quizmaster/contract/ids'

/** A random number from 0 up to, but not including, 1. */
export type Chance = () => number

/** The state of a random number generator: four 32-bit numbers. */
export type Seed = readonly [number, number, number, number]

const WARM_UP_ROUNDS = 12
const TWO_TO_32 = 0x1_0000_0000

/**
 * A random number generator: the same seed gives the same numbers. The algorithm is sfc32 (Chris Doty-Humphrey's small
 * fast counting generator); its 128-bit state cannot be derived from the questions a game was seen to draw.
 */
export function chanceFrom(seed: Seed): Chance {
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
export function shuffled<Item>(items: readonly Item[], chance: Chance): Item[] {
  const order = [...items]
  for (let last = order.length - 1; last > 0; last -= 1) {
    const other = Math.floor(chance() * (last + 1))
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
  /** What any of the players has seen lately, the latest first. */
  readonly seenLately: readonly QuestionId[]
  readonly chance: Chance
}

/**
 * Draws questions, none twice, one from each list in turn. Questions seen lately come only after all others, the one
 * seen longest ago first. Gives fewer than `count` if the lists hold fewer.
 */
export function drawQuestions({ candidates, count, seenLately, chance }: QuestionDraw): QuestionId[] {
  const age = new Map(seenLately.map((id, index) => [id, index]))
  const isFresh = (id: QuestionId) => !age.has(id)
  const lists = shuffled(candidates, chance)

  const fresh = lists.map((ids) => shuffled(ids.filter(isFresh), chance))
  const seen = lists.map((ids) => ids.filter((id) => !isFresh(id)).toSorted((a, b) => ageOf(age, b) - ageOf(age, a)))
  const drawn = new Set([...inTurns(fresh), ...inTurns(seen)])
  return [...drawn].slice(0, Math.max(0, count))
}

function ageOf(age: ReadonlyMap<QuestionId, number>, id: QuestionId): number {
  return age.get(id) ?? 0
}

/** The first item of each list, then the second of each, and so on. */
function inTurns<Item>(lists: readonly (readonly Item[])[]): Item[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length))
  return Array.from({ length: longest }, (_, turn) => lists.flatMap((list) => list.slice(turn, turn + 1))).flat()
}
