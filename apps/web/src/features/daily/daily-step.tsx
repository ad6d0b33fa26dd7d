import { create } from 'zustand'

/** The text "6 of 10" while a question is shown. */
export const useDailyStep = create<{ text: string | null }>()(() => ({ text: null }))

/** The number of the question, in the header. */
export function DailyStep() {
  const text = useDailyStep((state) => state.text)
  return text === null ? null : <b style={{ whiteSpace: 'nowrap' }}>{text}</b>
}
