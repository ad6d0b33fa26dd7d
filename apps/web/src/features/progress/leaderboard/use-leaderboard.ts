import type { Leaderboard } from '@quizmaster/contract/http/stats'
import { statsApi } from '@quizmaster/contract/routes/stats'
import { useQuery } from '@tanstack/react-query'
import { call, dataOf } from '../../../platform/http.ts'
import { type BoardLine, boardLines } from './board-rows.ts'

export type Period = 'week' | 'all'

export type Board =
  | { status: 'loading' }
  | { status: 'failed'; isRetrying: boolean; retry: () => void }
  | { status: 'there'; lines: BoardLine[] }

/** The leaderboard of a period, with the user's neighbours if their place is below the top. */
export function useLeaderboard(period: Period): Board {
  const top = useQuery({
    queryKey: ['leaderboard', period, 'top'],
    queryFn: ({ signal }) => fetchLeaderboard({ period }, signal),
  })
  const isBelow = top.data?.me ? top.data.me.position > (top.data.rows.at(-1)?.position ?? 0) : false
  const around = useQuery({
    queryKey: ['leaderboard', period, 'around'],
    queryFn: ({ signal }) => fetchLeaderboard({ period, around: 'me' }, signal),
    enabled: isBelow,
  })
  if (top.data) return { status: 'there', lines: boardLines(top.data, isBelow ? around.data : undefined) }
  if (top.error) return { status: 'failed', isRetrying: top.isFetching, retry: () => void top.refetch() }
  return { status: 'loading' }
}

async function fetchLeaderboard(query: { period: Period; around?: 'me' }, signal: AbortSignal): Promise<Leaderboard> {
  return dataOf(await call(statsApi.leaderboard, query, { signal }))
}
