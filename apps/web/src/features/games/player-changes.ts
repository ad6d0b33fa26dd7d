import type { PlayerId } from '@quizmaster/contract/ids'

interface WithId {
  readonly id: PlayerId
}

/** The players who have joined and those who have left between two lists. */
export function playerChanges<Player extends WithId>(before: readonly Player[], now: readonly Player[]) {
  return { joined: without(now, before), left: without(before, now) }
}

function without<Player extends WithId>(players: readonly Player[], others: readonly Player[]): Player[] {
  return players.filter(({ id }) => !others.some((other) => other.id === id))
}
