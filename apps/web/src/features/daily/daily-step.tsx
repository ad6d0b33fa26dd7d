import { create } from 'zustand'

/** "6 of 10" while a question is shown. */
export const useDailyStep = create<{ text: string | null }>()(() => ({ text: null }))

/** The step in the header. */
export function DailyStep() {
  const text = useDailyStep((state) => state.text)
  return text === null ? null : <b style={{ whiteSpace: 'nowrap' }}>{text}</b>
}
