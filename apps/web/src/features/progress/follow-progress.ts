import { type LevelReached, type UserStatsEvents, userStatsTopic } from '@quizmaster/contract/channels/user-stats'
import type { Stats } from '@quizmaster/contract/http/stats'
import type { UserId } from '@quizmaster/contract/ids'
import { followTopic } from '../../platform/realtime/realtime.ts'
import type { CelebrationKind } from './celebrations.ts'
import { takeStats } from './stats-store.ts'

/** Follows a player's points on all their devices, until the returned function is called (contract 7). */
export function followProgress(
  userId: UserId,
  onReached: (kind: CelebrationKind, reached: LevelReached) => void,
): () => void {
  return followTopic<UserStatsEvents>('stats', userStatsTopic(userId), {
    sync: async (push) => takeStats((await push('get_user_stats', { user_id: userId })) as Stats),
    events: {
      user_stats_update: takeStats,
      new_level_achieved: (reached) => onReached('newLevel', reached),
      new_rank_achieved: (reached) => onReached('newRank', reached),
    },
  })
}
