import type { Stats } from '@quizmaster/contract/http/stats'
import { create } from 'zustand'
import { isVerdictPending, onQuestionChange } from '../questions/question-gate.ts'
import { onSessionEnd } from '../../platform/session.ts'

/** The newest stats, and those on screen, which don't change while a verdict is pending. */
interface StatsState {
  newest: Stats | undefined
  shown: Stats | undefined
}

const useStatsStore = create<StatsState>(() => ({ newest: undefined, shown: undefined }))

/** The user's own stats; `undefined` until known. While the connection is down, they are the last known ones. */
export function useStats(): Stats | undefined {
  return useStatsStore((state) => state.shown)
}

/** Applies new stats from the server. A level bar that moved before the verdict would give the verdict away. */
export function takeStats(newest: Stats): void {
  useStatsStore.setState(isVerdictPending() ? { newest } : { newest, shown: newest })
}

onQuestionChange(() => {
  const { newest, shown } = useStatsStore.getState()
  if (newest !== shown && !isVerdictPending()) useStatsStore.setState({ shown: newest })
})
onSessionEnd(() => useStatsStore.setState({ newest: undefined, shown: undefined }))
