import { z } from 'zod'
import { gameIdSchema, playerIdSchema } from '../ids.ts'
import { watchApi } from '../routes/gameplay.ts'
import { dataOf, emptyDataSchema, endpoint } from './endpoint.ts'
import { gameStatusSchema } from './games.ts'
import { stageGameSchema } from './stage.ts'

/** A game that has started, as its watchers see it. */
export const watchedGameSchema = z.object({
  id: gameIdSchema,
  status: gameStatusSchema.exclude(['pending', 'archived']),
  /** The name of the creator. */
  host: z.string(),
  /** The watcher's place in the lobby of the next "Play again". */
  seat: z.object({
    /** The id that they will have as a player. */
    player_id: playerIdSchema,
    name: z.string(),
    /** How many players come before them in the order of the evening, in which players get their shapes. */
    index: z.int(),
    /** Those players. */
    earlier: z.array(playerIdSchema),
  }),
  /** False if the host has switched watching off: `game` is null then. */
  is_watchable: z.boolean(),
  /** As a stage shows it, without its id; `since` is when the watcher took the seat. */
  game: stageGameSchema.nullable(),
})

export type WatchedGame = z.infer<typeof watchedGameSchema>

/** Watching games, on the gameplay service. */
export const watchEndpoints = {
  watchGame: endpoint(watchApi.watchGame, {
    access: 'signed_in',
    summary: 'Watches a game that has started, and keeps a seat in the next one',
    // Any text: one that is not a game id gets the same 404 as an unknown game.
    body: z.object({ id: z.string() }),
    answer: dataOf(watchedGameSchema),
  }),
  stopWatching: endpoint(watchApi.stopWatching, {
    access: 'signed_in',
    summary: 'Gives up the seat, if there is one',
    body: null,
    answer: emptyDataSchema,
  }),
}
