import type { FactList } from '@quizmaster/contract/http/stats'
import type { UserId } from '@quizmaster/contract/ids'
import type { Kysely } from 'kysely'
import type { Tables } from '../../infra/db/tables.ts'

const PAGE = 100

/** The facts that are a player's for good, the newest first. Withdrawn questions are left out. */
export async function listFacts(db: Kysely<Tables>, userId: UserId, page: number): Promise<FactList> {
  const rows = await learnedQuestions(db, userId)
    .select(['question.text', 'answers', 'correct_answer_id', 'learned_at'])
    .orderBy('learned_at', 'desc')
    .orderBy('question_id')
    .limit(PAGE + 1)
    .offset((page - 1) * PAGE)
    .execute()
  return {
    facts: rows.slice(0, PAGE).map(({ text, answers, correct_answer_id, learned_at }) => ({
      question: text,
      answer: answers.find(({ id }) => id === correct_answer_id)?.text ?? '',
      at: learned_at ?? 0,
    })),
    has_more: rows.length > PAGE,
  }
}

/** How many facts are a player's for good. */
export async function countFacts(db: Kysely<Tables>, userId: UserId): Promise<number> {
  const { count } = await learnedQuestions(db, userId)
    .select((build) => build.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

function learnedQuestions(db: Kysely<Tables>, userId: UserId) {
  return db
    .selectFrom('player_question')
    .innerJoin('question', 'question.id', 'player_question.question_id')
    .where('user_id', '=', userId)
    .where('learned_at', 'is not', null)
    .where('question.is_active', '=', true)
}
