import type { PlayerId } from '@quizmaster/contract/ids'
import { WAYMARKS, type WaymarkShape } from '../../ui/graphics/waymark-shapes.ts'
import { WaymarkTile } from '../../ui/graphics/waymark.tsx'

type Props = {
  playerId: PlayerId
  /** All players of the game, in any order. No two have the same shape until all shapes are used. */
  players: readonly { id: PlayerId }[]
  /** The players of the earlier games of the evening, who keep their shapes. */
  earlier?: readonly PlayerId[] | undefined
  size?: 'regular' | 'large'
}

/** A player's picture. */
export function PlayerMark({ playerId, players, earlier, size = 'regular' }: Props) {
  const shapes = playerShapes(
    players.map(({ id }) => id),
    earlier,
  )
  return <WaymarkTile shape={shapes.get(playerId) ?? 'peak'} size={size} />
}

/**
 * The players' shapes. They don't depend on the order of `ids`, and none repeats until all four are used. The `earlier`
 * players get theirs first and in that order, so that a player who joins later doesn't take one of their shapes.
 */
export function playerShapes(
  ids: readonly PlayerId[],
  earlier: readonly PlayerId[] = [],
): ReadonlyMap<PlayerId, WaymarkShape> {
  const shapes = new Map<PlayerId, WaymarkShape>()
  const taken = WAYMARKS.map(() => 0)
  const newcomers = ids.filter((id) => !earlier.includes(id))
  for (const id of [...earlier, ...inIdOrder(newcomers)]) {
    const fewest = Math.min(...taken)
    const wished = hashOf(id) % WAYMARKS.length
    const index = taken[wished] === fewest ? wished : taken.indexOf(fewest)
    taken[index] = fewest + 1
    shapes.set(id, WAYMARKS[index] ?? 'peak')
  }
  return shapes
}

/** Sorted by id, an order that does not depend on the ranking. */
function inIdOrder(ids: readonly PlayerId[]): PlayerId[] {
  const ordered: PlayerId[] = []
  for (const id of ids) ordered[ids.filter((other) => other < id).length] = id
  return ordered
}

function hashOf(id: string): number {
  let sum = 0
  for (const character of id) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 65_521
  return sum
}
