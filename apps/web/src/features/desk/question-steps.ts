import type { AdminQuestion } from '@quizmaster/contract/http/admin'
import type { QuestionStep } from './desk-calls.ts'

/** The steps that a question's state leaves open. In a conflict the choice of words stands beside the words. */
export function stepsFor({ status, is_edited, conflict }: AdminQuestion): QuestionStep[] {
  const steps: QuestionStep[] = []
  if (status === 'held' || status === 'withdrawn') steps.push('restore')
  if (status === 'active' || status === 'held') steps.push('withdraw')
  if (is_edited && !conflict && status !== 'retired') steps.push('revert')
  return steps
}
