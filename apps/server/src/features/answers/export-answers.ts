import type { UserId } from '@quizmaster/contract/ids'
import type { Kysely } from 'kysely'
import { PAGE, readAllPages } from '../../infra/db/read-all-pages.ts'
import type { Tables } from '../../infra/db/tables.ts'
import { CARD_COLUMNS } from './answer-log.ts'

/** Every stored answer of a player, the earliest first. */
export async function exportAnswers(db: Kysely<Tables>, userId: UserId) {
  const rows = await readAllPages((last: { answered_at: number; question_id: string } | null) =>
    db
      .selectFrom('answer')
      .innerJoin('question', 'question.id', 'answer.question_id')
      .select(['answered_at', 'question_id', 'question.text as question', 'answer.source', 'choice', 'is_right', 'ms'])
      .select(['is_timed', 'language'])
      .where('user_id', '=', userId)
      .$if(last !== null, (query) =>
        query.where((build) =>
          build(
            build.refTuple('answered_at', 'question_id'),
            '>',
            build.tuple(last?.answered_at ?? 0, last?.question_id ?? ''),
          ),
        ),
      )
      .orderBy('answered_at')
      .orderBy('question_id')
      .limit(PAGE)
      .execute(),
  )
  return rows.map(({ question_id: _id, ...answer }) => answer)
}

/** What is stored about each question that a player has answered, including when it comes back. */
export async function exportPlayerQuestions(db: Kysely<Tables>, userId: UserId) {
  const rows = await readAllPages((last: { question_id: string } | null) =>
    db
      .selectFrom('player_question')
      .innerJoin('question', 'question.id', 'player_question.question_id')
      .select(['question_id', 'question.text as question', 'answer_count', 'right_count', 'is_last_right'])
      .select(['first_answered_at', 'learned_at', ...CARD_COLUMNS])
      .where('user_id', '=', userId)
      .$if(last !== null, (query) => query.where('question_id', '>', last?.question_id ?? ''))
      .orderBy('question_id')
      .limit(PAGE)
      .execute(),
  )
  return rows.map(({ question_id: _id, ...question }) => question)
}
