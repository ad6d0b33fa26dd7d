import { create } from 'zustand'
import { onSessionEnd } from '../../platform/session.ts'
import type { QuestionForm } from './question-form-fields.ts'

type Drafts = Readonly<Record<string, QuestionForm>>

/**
 * Edits of questions as they were begun and not saved, by the question's id. They stand outside the screen, so that
 * another search, or a look at another screen, loses nothing.
 */
export const useQuestionDrafts = create<{ drafts: Drafts }>()(() => ({ drafts: {} }))

onSessionEnd(() => useQuestionDrafts.setState({ drafts: {} }))

/** The edit that was begun of a question; `undefined` where none was. */
export function questionDraft(id: string): QuestionForm | undefined {
  return useQuestionDrafts.getState().drafts[id]
}

/** Keeps what an edit says by now; null once it is saved or given up. */
export function keepQuestionDraft(id: string, form: QuestionForm | null): void {
  const { [id]: _, ...others } = useQuestionDrafts.getState().drafts
  useQuestionDrafts.setState({ drafts: form ? { ...others, [id]: form } : others })
}
