import type { AdminQuestion } from '@quizmaster/contract/http/admin-questions'
import { editQuestion, type QuestionAction, type QuestionEdit, runQuestionAction } from './admin-calls.ts'
import { QUESTION_STRINGS } from './strings.ts'
import { useAdminAction } from './use-admin-action.ts'

/** An action without input, or an edit with its new content. */
type QuestionCommand = { kind: QuestionAction } | { kind: 'edit'; edit: QuestionEdit }

export interface QuestionActions {
  run: (command: QuestionCommand) => void
  /** The pending action; it disables the question's other buttons. */
  pending: QuestionCommand['kind'] | null
}

/** The actions on one question, one at a time. */
export function useQuestionActions({ id }: AdminQuestion): QuestionActions {
  const { run, pendingInput } = useAdminAction({
    act: (command: QuestionCommand) =>
      command.kind === 'edit' ? editQuestion(id, command.edit) : runQuestionAction(command.kind, id),
    done: (_, { kind }) => QUESTION_STRINGS.done[kind],
  })
  return { run, pending: pendingInput?.kind ?? null }
}

/** The actions that a question's state allows. In a conflict, reverting is offered beside the two versions instead. */
export function actionsFor({ status, is_edited, conflict }: AdminQuestion): QuestionAction[] {
  const actions: QuestionAction[] = []
  if (status === 'held' || status === 'withdrawn') actions.push('restore')
  if (status === 'active' || status === 'held') actions.push('withdraw')
  if (is_edited && !conflict && status !== 'retired') actions.push('revert')
  return actions
}

/** An edit that keeps the question as it is. */
export function unchangedEdit({ text, answers, correct_answer_id, description }: AdminQuestion): QuestionEdit {
  return {
    text,
    answers: answers.map((answer) => ({ id: answer.id, text: answer.text })),
    correct_answer_id,
    description,
  }
}
