import { randomUUID } from 'node:crypto'
import type { AnswerId, QuestionId, TopicId } from '@quizmaster/contract/ids'
import { shuffled } from '@quizmaster/engine/draw'
import { attachedUserIds, type GameQuestion, type GameState } from '@quizmaster/engine/game-state'
import type { Transaction } from 'kysely'
import type { Tables } from '../../infra/db/tables.ts'
import type { BankSnapshot } from '../questions/bank.ts'
import { drawFreshFirst, randomChance } from '../questions/draw-questions.ts'

interface Drawn {
  questions: GameQuestion[]
  /** Their ids in the question bank. */
  bankIds: QuestionId[]
}

/** Draws the questions for a game that is to start. Stores nothing: the start may still be refused. */
export async function drawForGame(trx: Transaction<Tables>, bank: BankSnapshot, state: GameState): Promise<Drawn> {
  const chance = randomChance()
  const bankIds = await drawFreshFirst(trx, {
    userIds: attachedUserIds(state),
    candidates: state.settings.topics.map((id) => bank.questionIdsByTopic.get(id) ?? []),
    count: state.settings.questionCount,
    chance,
  })
  return { questions: await loadForGame(trx, bankIds, chance), bankIds }
}

/** Gives each question and answer an id of this game, which practice and complaints do not know (contract 3). */
async function loadForGame(
  trx: Transaction<Tables>,
  ids: readonly QuestionId[],
  chance: () => number,
): Promise<GameQuestion[]> {
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
    const answers = shuffled(row.answers, chance).map(({ id: bankId, text }) => ({
      bankId,
      id: randomUUID() as AnswerId,
      text,
    }))
    const right = answers.find((answer) => answer.bankId === row.correct_answer_id)
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
      },
    ]
  })
}

/**
 * Records that the players of a game have seen its questions. A serving that can still earn points in practice stays
 * open.
 */
export async function recordSeen(
  trx: Transaction<Tables>,
  state: GameState,
  bankIds: readonly QuestionId[],
  nowMs: number,
): Promise<void> {
  // In the same order as draws for practice, so that two that share rows cannot deadlock.
  const rows = attachedUserIds(state)
    .toSorted()
    .flatMap((user_id) =>
      bankIds.toSorted().map((question_id) => ({ user_id, question_id, served_at: nowMs, is_open: false })),
    )
  if (rows.length === 0) return
  await trx
    .insertInto('serving')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['user_id', 'question_id']).doUpdateSet({ served_at: nowMs }))
    .execute()
}
