import { z } from 'zod'
import { answerIdSchema, gameIdSchema, playerIdSchema, stageIdSchema } from '../ids.ts'
import { STAGE_TOKEN_MAX_LENGTH } from '../limits.ts'
import { stageApi } from '../routes/gameplay.ts'
import { dataOf, endpoint } from './endpoint.ts'
import { questionSchema } from './gameplay.ts'
import { gameSchema, gameStatusSchema } from './games.ts'

/** A game as a stage shows it: it has nothing that its players do not see, and nobody's individual answers. */
export const stageGameSchema = z.object({
  /** Null while the host hides it. */
  id: gameIdSchema.nullable(),
  status: gameStatusSchema.exclude(['archived']),
  /** The name of the creator. */
  host: z.string(),
  settings: gameSchema.shape.settings,
  /** In the order shown; in a reveal, with what the question has changed. */
  players: z.array(
    z.object({
      id: playerIdSchema,
      name: z.string(),
      points: z.int(),
      is_host: z.literal(true).optional(),
      gained: z.int().optional(),
      old_place: z.int().optional(),
    }),
  ),
  /** The current question; null before the first. */
  question: questionSchema.extend({ index: z.int(), answer_count: z.int().nullable() }).nullable(),
  /** Only once the current question has closed. */
  reveal: z.object({ correct_answer_id: answerIdSchema, description: z.string().nullable() }).nullable(),
  is_locked: z.literal(true).optional(),
  is_cancelled: z.literal(true).optional(),
  is_relaxed: z.literal(true).optional(),
  evening: gameSchema.shape.evening,
  /** When the first stage began to follow this game. A later time means another game. */
  since: z.int(),
  version: z.int(),
  server_time: z.int(),
  phase_ends_at: z.int().nullable(),
})

export type StageGame = z.infer<typeof stageGameSchema>

/** Stages, on the gameplay service. */
export const stageEndpoints = {
  openStage: endpoint(stageApi.openStage, {
    access: 'open',
    summary: 'Gives a big screen its token, or finds the one it had',
    body: z.object({ token: z.string().min(1).max(STAGE_TOKEN_MAX_LENGTH).optional() }),
    answer: dataOf(z.object({ id: stageIdSchema, token: z.string() })),
  }),
}
