import { randomInt } from 'node:crypto'
import type { QuestionId, UserId } from '@quizmaster/contract/ids'
import { createRng, drawQuestions, type Rng } from '@quizmaster/engine/draw'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../infra/db/tables.ts'

/** How many of a player's latest servings a draw takes into account. */
const REMEMBERED_SERVINGS = 1_000
const UINT32 = 2 ** 32

/** Makes a random number generator for one draw. */
export type NewRng = () => Rng

interface Draw {
  /** The players who will see the questions; empty for a visitor. */
  userIds: readonly UserId[]
  /** Lists of question ids that take turns, such as one per topic. */
  candidates: readonly (readonly QuestionId[])[]
  /** Drawn only if the others don't suffice. */
  last?: readonly QuestionId[]
  count: number
  rng: Rng
}

/**
 * Draws questions at random; those that most of the players have seen lately, in practice or in a game, come last.
 * Questions that fewer have seen are drawn like new ones, so that no player can choose what is left for the others.
 */
export async function drawFreshFirst(
  db: Kysely<Tables>,
  { userIds, candidates, last = [], count, rng }: Draw,
): Promise<QuestionId[]> {
  const seenAtMs = userIds.length > 0 ? await listSeenByMost(db, userIds) : new Map<QuestionId, number>()
  for (const id of last) seenAtMs.set(id, Infinity)
  return drawQuestions({ candidates, count, seenAtMs, rng })
}

/** A generator with an unpredictable seed. */
export function unpredictableRng(): Rng {
  const seed = () => randomInt(UINT32)
  return createRng([seed(), seed(), seed(), seed()])
}

/**
 * The questions that more than half of the players have seen lately, each with the latest time, in epoch milliseconds,
 * since which that many have seen it.
 */
async function listSeenByMost(db: Kysely<Tables>, userIds: readonly UserId[]): Promise<Map<QuestionId, number>> {
  const most = Math.floor(userIds.length / 2) + 1
  const { rows } = await sql<{ question_id: QuestionId; seen_at: number }>`
    select seen.question_id, (array_agg(seen.served_at order by seen.served_at desc))[${most}::integer] as seen_at
    from jsonb_array_elements_text(${JSON.stringify(userIds)}::jsonb) as player (id)
    cross join lateral (
      select question_id, served_at from serving
      where serving.user_id = player.id::uuid
      order by served_at desc
      limit ${REMEMBERED_SERVINGS}
    ) as seen
    group by seen.question_id
    having count(*) >= ${most}::integer`.execute(db)
  return new Map(rows.map((row) => [row.question_id, row.seen_at]))
}
