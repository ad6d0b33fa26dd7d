import { useEffect, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { create } from 'zustand'
import { onSessionEnd } from '../../platform/session.ts'
import type { QuestionForm } from './question-form-fields.ts'

type Drafts = Readonly<Record<string, QuestionForm>>

/** Unsaved edits by question id. Kept outside the screen, so that they survive another search or a change of tabs. */
export const useQuestionDrafts = create<{ drafts: Drafts }>()(() => ({ drafts: {} }))

onSessionEnd(() => useQuestionDrafts.setState({ drafts: {} }))

/** The unsaved edit of a question; `undefined` if there is none. */
export function questionDraft(id: string): QuestionForm | undefined {
  return useQuestionDrafts.getState().drafts[id]
}

function setQuestionDraft(id: string, form: QuestionForm | null): void {
  const { [id]: _, ...others } = useQuestionDrafts.getState().drafts
  useQuestionDrafts.setState({ drafts: form ? { ...others, [id]: form } : others })
}

/** Fills the form with the unsaved edit of a question and stores every change. Returns a function that discards it. */
export function useQuestionDraft(
  id: string,
  { reset, setFocus, subscribe }: Pick<UseFormReturn<QuestionForm>, 'reset' | 'setFocus' | 'subscribe'>,
): () => void {
  const [stored] = useState(() => questionDraft(id))
  useEffect(() => {
    if (stored) reset(stored, { keepDefaultValues: true })
    else setFocus('text')
    return subscribe({ formState: { values: true }, callback: ({ values }) => setQuestionDraft(id, values) })
  }, [stored, id, reset, setFocus, subscribe])
  return () => setQuestionDraft(id, null)
}
