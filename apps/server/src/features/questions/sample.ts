import { randomInt } from 'node:crypto'

/** `count` different items (fewer where there are fewer) in random order, each choice equally likely. */
export function sample<T>(items: readonly T[], count: number): T[] {
  const pool = [...items]
  const size = Math.min(count, pool.length)
  // Fisher-Yates, only as far as is needed.
  for (let index = 0; index < size; index += 1) {
    const other = randomInt(index, pool.length)
    const held = pool[index] as T
    pool[index] = pool[other] as T
    pool[other] = held
  }
  return pool.slice(0, size)
}
