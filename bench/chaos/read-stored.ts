import type { UserId } from '@quizmaster/contract/ids'
import type { Stored } from './history.ts'
import type { Site } from './site.ts'

/** Reads what the database holds about these players. */
export async function readStored(site: Site, players: readonly UserId[]): Promise<Stored> {
  const read = <Row extends object>(text: string) => site.query<Row>(text, [players])
  return {
    awards: await read<Stored['awards'][number]>(
      'select user_id as player, cause, points from point_award where user_id = any($1)',
    ),
    totals: await read<Stored['totals'][number]>(
      'select user_id as player, total_points as points from user_progress where user_id = any($1)',
    ),
    answers: await read<Stored['answers'][number]>(
      `select user_id as player, question_id as question, is_right as "isRight"
       from answer where user_id = any($1) and source = 'practice'`,
    ),
    plans: await read<Stored['plans'][number]>(
      `select user_id as player, plan
       from plan_grant where user_id = any($1) and origin = 'provider' and ended_at is null`,
    ),
  }
}
