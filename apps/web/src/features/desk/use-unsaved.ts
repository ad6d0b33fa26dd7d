import { useEffect } from 'react'
import { useAdsDraft } from './ads-draft-store.ts'
import { useQuestionDrafts } from './question-draft-store.ts'

/** Which screens hold what is not saved. While one does, the browser asks before it closes or reloads the page. */
export function useUnsaved(): { ads: boolean; questions: boolean } {
  const ads = useAdsDraft((state) => state.ads !== null)
  const questions = useQuestionDrafts(({ drafts }) => Object.keys(drafts).length > 0)
  const isUnsaved = ads || questions
  useEffect(() => {
    if (!isUnsaved) return undefined
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isUnsaved])
  return { ads, questions }
}
