import type { Stats } from '@quizmaster/contract/http/stats'
import { create } from 'zustand'
import { isVerdictPending, onQuestionChange } from '../questions/question-gate.ts'
import { onSessionEnd } from '../../platform/session.ts'

/** The newest stats, and those that may be seen: while an answer is being judged these stay what they were. */
interface StatsState {
  newest: Stats | undefined
  shown: Stats | undefined
}

const useStatsStore = create<StatsState>(() => ({ newest: undefined, shown: undefined }))

/** A player's own stats; `undefined` until they are known, and the last ones known while the line is down. */
export function useStats(): Stats | undefined {
  return useStatsStore((state) => state.shown)
}

/** Takes the stats as the server has just sent them. A bar that moved before the verdict would give it away. */
export function takeStats(newest: Stats): void {
  useStatsStore.setState(isVerdictPending() ? { newest } : { newest, shown: newest })
}

onQuestionChange(() => {
  const { newest, shown } = useStatsStore.getState()
  if (newest !== shown && !isVerdictPending()) useStatsStore.setState({ shown: newest })
})
onSessionEnd(() => useStatsStore.setState({ newest: undefined, shown: undefined }))
