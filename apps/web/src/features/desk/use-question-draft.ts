import { useEffect, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { keepQuestionDraft, questionDraft } from './question-draft-store.ts'
import type { QuestionForm } from './question-form-fields.ts'

/**
 * Takes up the edit of a question where it was left, and keeps what is written from now on. Gives the way to forget it:
 * it is saved, or given up.
 */
export function useQuestionDraft(
  id: string,
  { reset, setFocus, subscribe }: Pick<UseFormReturn<QuestionForm>, 'reset' | 'setFocus' | 'subscribe'>,
): () => void {
  const [begun] = useState(() => questionDraft(id))
  useEffect(() => {
    if (begun) reset(begun, { keepDefaultValues: true })
    else setFocus('text')
    return subscribe({ formState: { values: true }, callback: ({ values }) => keepQuestionDraft(id, values) })
  }, [begun, id, reset, setFocus, subscribe])
  return () => keepQuestionDraft(id, null)
}
