import { create } from 'zustand'

/** The text "6 of 10" while a question is shown. */
export const useDailyPosition = create<{ text: string | null }>()(() => ({ text: null }))

/** The number of the question, in the header. */
export function DailyPosition() {
  const text = useDailyPosition((state) => state.text)
  return text === null ? null : <b style={{ whiteSpace: 'nowrap' }}>{text}</b>
}
