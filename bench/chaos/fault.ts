import type { UserId } from '@quizmaster/contract/ids'
import type { Rng } from '@quizmaster/engine/draw'
import type { Round, Strike } from './round.ts'

/** A kind of failure, and the rows of docs/reliability.md that it tests. */
export interface Fault {
  readonly rows: readonly string[]
  readonly strike: Strike
  /** Whether players sign in during the fault, and play afterwards. */
  readonly isDuringSignIn?: boolean
  /** The size of the database's own disk, if it has one. */
  readonly diskMib?: number
}

/** A number of ms, every one from `least` to `most` equally likely. */
export function between(least: number, most: number, chance: Rng): number {
  return Math.round(least + chance() * (most - least))
}

/** One of the items, each equally likely. */
export function oneOf<Item>(items: readonly Item[], chance: Rng): Item {
  return items[Math.floor(chance() * items.length)] as Item
}

/** Breaks and repairs something, and records both. Updates to the excused players may be late in between. */
export async function during(
  { recorder }: Pick<Round, 'recorder'>,
  fault: string,
  excused: readonly UserId[] | 'all',
  work: () => Promise<void>,
): Promise<void> {
  recorder.add({ type: 'fault_began', fault, excused })
  await work()
  recorder.add({ type: 'fault_ended', fault })
}
