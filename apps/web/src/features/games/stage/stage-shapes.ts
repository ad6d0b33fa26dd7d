import type { StageGame } from '@quizmaster/contract/http/stage'
import { playerShapes } from '../player-mark.tsx'

/** The players' shapes, which they keep for the whole evening. */
export function shapesOf({ players, evening }: StageGame) {
  return playerShapes(
    players.map(({ id }) => id),
    evening?.players,
  )
}
