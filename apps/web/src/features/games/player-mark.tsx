import type { PlayerId } from '@quizmaster/contract/ids'
import { WaymarkTile } from '../../ui/graphics/waymark.tsx'
import { playerShapes } from './player-shapes.ts'

type Props = {
  playerId: PlayerId
  /** Everybody in the game, in any order: no two look alike before all shapes are taken. */
  players: readonly { id: PlayerId }[]
  size?: 'regular' | 'large'
}

/** A player's picture. */
export function PlayerMark({ playerId, players, size = 'regular' }: Props) {
  return <WaymarkTile shape={playerShapes(players.map(({ id }) => id)).get(playerId) ?? 'peak'} size={size} />
}
