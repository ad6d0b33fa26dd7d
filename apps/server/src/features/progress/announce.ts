import type { UserStatsEvents } from '@quizmaster/contract/channels/user-stats'
import type { UserId } from '@quizmaster/contract/ids'
import type { Kysely } from 'kysely'
import type { Tables } from '../../infra/db/tables.ts'
import type { Awarded } from './awards.ts'
import { getStats } from './stats.ts'

/** Tells all of a player's open devices something; a hint that may get lost (contract 2: the database is the truth). */
export type TellPlayer = <Name extends keyof UserStatsEvents>(
  userId: UserId,
  event: Name,
  payload: UserStatsEvents[Name],
) => void

/** Pushes the new stats and, where a level or rank was reached, its event (contract 5). Call it after the commit. */
export async function announceAward(db: Kysely<Tables>, tell: TellPlayer, awarded: Awarded): Promise<void> {
  tell(awarded.userId, 'user_stats_update', await getStats(db, awarded.userId))
  if (!awarded.levelEvent) return
  const { event, ...reached } = awarded.levelEvent
  tell(awarded.userId, event, reached)
}
