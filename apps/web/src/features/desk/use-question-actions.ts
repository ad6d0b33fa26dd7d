import type { AdminQuestion } from '@quizmaster/contract/http/admin'
import { editQuestion, type QuestionStep, type QuestionWords, takeStep } from './desk-calls.ts'
import { QUESTION_STRINGS } from './strings.ts'
import { useDeskAction } from './use-desk-action.ts'

/** A step, or an edit with what the question shall say. */
export type QuestionAction = { kind: QuestionStep } | { kind: 'edit'; words: QuestionWords }

export interface QuestionActions {
  run: (action: QuestionAction) => void
  /** What is under way; the question's other buttons wait for it. */
  running: QuestionAction['kind'] | null
}

/** What can be done to one question, one thing at a time. */
export function useQuestionActions({ id }: AdminQuestion): QuestionActions {
  const { mutate, isPending, variables } = useDeskAction({
    act: (action: QuestionAction) =>
      action.kind === 'edit' ? editQuestion(id, action.words) : takeStep(action.kind, id),
    done: (_, { kind }) => QUESTION_STRINGS.done[kind],
  })
  return { run: (action) => !isPending && mutate(action), running: isPending ? variables.kind : null }
}

/** What the question says now, as an edit takes it. */
export function wordsOf({ text, answers, correct_answer_id, description }: AdminQuestion): QuestionWords {
  return {
    text,
    answers: answers.map((answer) => ({ id: answer.id, text: answer.text })),
    correct_answer_id,
    description,
  }
}
