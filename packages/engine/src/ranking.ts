import type { Player } from './game-state.ts'

/** Points down, total time up, name, id (contract 3): one order, the same on every machine and for every viewer. */
function compareRanks(one: Player, other: Player): number {
  return (
    other.points - one.points ||
    one.totalMs - other.totalMs ||
    compareText(one.name, other.name) ||
    compareText(one.id, other.id)
  )
}

/** By code unit: a locale would differ from machine to machine. */
function compareText(one: string, other: string): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}

/** The players as they are shown from running on: the first leads. */
export function inRankingOrder(players: readonly Player[]): Player[] {
  return players.toSorted(compareRanks)
}
