import { randomInt } from 'node:crypto'
import type { QuestionId, UserId } from '@quizmaster/contract/ids'
import { type Chance, chanceFrom, drawQuestions } from '@quizmaster/engine/draw'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../infra/db/tables.ts'

/** How many of the latest servings a draw takes into account. */
const REMEMBERED_SERVINGS = 1_000
const UINT32 = 2 ** 32

interface Draw {
  /** The players who will see the questions; empty for a visitor. */
  userIds: readonly UserId[]
  /** Lists of question ids that take turns, such as one per topic. */
  candidates: readonly (readonly QuestionId[])[]
  count: number
  chance: Chance
}

/** Draws questions at random; those that one of the players has seen lately, in practice or in a game, come last. */
export async function drawFreshFirst(
  db: Kysely<Tables>,
  { userIds, candidates, count, chance }: Draw,
): Promise<QuestionId[]> {
  const seenLately = userIds.length > 0 ? await listSeenLately(db, userIds) : []
  return drawQuestions({ candidates, count, seenLately, chance })
}

/** A generator with a seed that nobody can guess. */
export function randomChance(): Chance {
  const seed = () => randomInt(UINT32)
  return chanceFrom([seed(), seed(), seed(), seed()])
}

/** The latest first. */
async function listSeenLately(db: Kysely<Tables>, userIds: readonly UserId[]): Promise<QuestionId[]> {
  const rows = await db
    .selectFrom('serving')
    .select('question_id')
    .where('user_id', 'in', userIds)
    .groupBy('question_id')
    .orderBy(sql`max(served_at)`, 'desc')
    .limit(REMEMBERED_SERVINGS)
    .execute()
  return rows.map((row) => row.question_id as QuestionId)
}
