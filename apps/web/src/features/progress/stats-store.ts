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

/** Applies stats that the server was asked for. A level bar that moved before the verdict would give it away. */
export function takeStats(newest: Stats): void {
  useStatsStore.setState(isVerdictPending() ? { newest } : { newest, shown: newest })
}

/** Applies stats that were pushed, unless their total is lower: those of two awards may arrive in the wrong order. */
export function takeStatsUpdate(update: Stats): void {
  if (update.total_points >= (useStatsStore.getState().newest?.total_points ?? 0)) takeStats(update)
}

/**
 * Reads the stats and applies them, even if the total is lower, as after a backup was restored. If an update arrived
 * meanwhile, a lower total is only older, and is ignored.
 */
export async function readStats(read: () => Promise<Stats>): Promise<void> {
  const { newest } = useStatsStore.getState()
  const stats = await read()
  if (newest === useStatsStore.getState().newest) takeStats(stats)
  else takeStatsUpdate(stats)
}

onQuestionChange(() => {
  const { newest, shown } = useStatsStore.getState()
  if (newest !== shown && !isVerdictPending()) useStatsStore.setState({ shown: newest })
})
onSessionEnd(() => useStatsStore.setState({ newest: undefined, shown: undefined }))
