import { randomUUID } from 'node:crypto'
import type { AnswerId, QuestionId, TopicId } from '@quizmaster/contract/ids'
import { type Rng, shuffled } from '@quizmaster/engine/draw'
import { attachedUserIds, type GameState } from '@quizmaster/engine/game-state'
import type { Transaction } from 'kysely'
import type { DrawnQuestion } from '../../infra/db/tables/games.ts'
import type { Tables } from '../../infra/db/tables.ts'
import type { BankSnapshot } from '../questions/bank.ts'
import { drawFreshFirst, type NewRng } from '../questions/draw-questions.ts'

/**
 * Draws the questions for a game that is about to start. Stores nothing: the start may still be refused, and until a
 * question opens, nothing that players can see may depend on the draw.
 */
export async function drawForGame(
  trx: Transaction<Tables>,
  bank: BankSnapshot,
  state: GameState,
  newRng: NewRng,
): Promise<DrawnQuestion[]> {
  const bankIds = await drawFreshFirst(trx, {
    userIds: attachedUserIds(state),
    candidates: state.settings.topics.map((id) => bank.questionIdsByTopic.get(id) ?? []),
    count: state.settings.questionCount,
    rng: newRng(),
  })
  return loadForGame(trx, bankIds, newRng())
}

/** Gives each question and answer an id of this game, which practice and complaints do not know (contract 3). */
async function loadForGame(trx: Transaction<Tables>, ids: readonly QuestionId[], rng: Rng): Promise<DrawnQuestion[]> {
  if (ids.length === 0) return []
  const rows = await trx
    .selectFrom('question')
    .innerJoin('topic', 'topic.id', 'question.topic_id')
    .selectAll('question')
    .select('topic.text as topic_text')
    .where('question.id', 'in', ids)
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => {
    const row = byId.get(id)
    if (!row) return []
    const answers = shuffled(row.answers, rng).map(({ id: bankAnswerId, text }) => ({
      bankAnswerId,
      id: randomUUID() as AnswerId,
      text,
    }))
    const right = answers.find((answer) => answer.bankAnswerId === row.correct_answer_id)
    if (!right) return []
    return [
      {
        shown: {
          id: randomUUID() as QuestionId,
          text: row.text,
          topic: { id: row.topic_id as TopicId, text: row.topic_text },
          answers: answers.map((answer) => ({ id: answer.id, text: answer.text })),
          ...(row.source ? { source: row.source } : {}),
        },
        correctAnswerId: right.id,
        description: row.description,
        bankId: row.id as QuestionId,
      },
    ]
  })
}
