import { type UserStatsEvents, userStatsTopic } from '@quizmaster/contract/channels/user-stats'
import type { Stats } from '@quizmaster/contract/http/stats'
import type { UserId } from '@quizmaster/contract/ids'
import { followTopic } from '../../platform/realtime/realtime.ts'
import { onModalChange, openModal } from '../modals/modal-store.ts'
import { Celebrations } from './celebrations.ts'
import { readStats, takeStatsUpdate } from './stats-store.ts'

/** Follows a player's points and celebrates new levels and ranks, until the returned function is called. */
export function followProgress(userId: UserId): () => void {
  const celebrations = new Celebrations(openModal)
  const unfollow = followTopic<UserStatsEvents>('stats', userStatsTopic(userId), {
    sync: (push) => readStats(() => push('get_user_stats', { user_id: userId }) as Promise<Stats>),
    events: {
      user_stats_update: takeStatsUpdate,
      new_level_achieved: (reached) => celebrations.add('newLevel', reached),
      new_rank_achieved: (reached) => celebrations.add('newRank', reached),
    },
  })
  const unlisten = onModalChange((isOpened) => celebrations.setSheetOpen(isOpened))
  return () => {
    unlisten()
    unfollow()
    celebrations.stop()
  }
}
