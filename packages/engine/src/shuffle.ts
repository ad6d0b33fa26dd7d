/** A number from 0 up to, but not including, 1; another one with every call. */
export type Chance = () => number

/** A source's state: four numbers of 32 bits. In production drawn at random, in tests written down. */
export type Seed = readonly [number, number, number, number]

const ROUNDS_TO_MIX_IN = 12
const TWO_TO_32 = 0x1_0000_0000

/**
 * The same chance for the same seed. The method is Chris Doty-Humphrey's small fast counting generator (sfc32); its 128
 * bits can't be guessed back from the questions that a game was seen to draw.
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
  for (let round = 0; round < ROUNDS_TO_MIX_IN; round += 1) next()
  return next
}

/** The same items in another order, every order equally likely (Fisher and Yates). */
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
