import type { FactList, MyStats } from '@quizmaster/contract/http/stats'
import { statsApi } from '@quizmaster/contract/routes/stats'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call, dataOf } from '../../platform/http.ts'
import { storage } from '../../platform/storage.ts'

export type LoadedStats =
  | { status: 'loading' }
  | { status: 'failed'; isRetrying: boolean; retry: () => void }
  /** `storedAtMs` is set while the server cannot be reached: the stats are those last stored on this device. */
  | { status: 'there'; stats: MyStats; storedAtMs: number | null }

/** The user's stats. The latest ones are stored on the device for when it is offline. */
export function useMyStats(userId: string | undefined): LoadedStats {
  const query = useQuery({
    queryKey: ['my_stats', userId],
    queryFn: async ({ signal }) => dataOf(await call(statsApi.myStats, undefined, { signal })),
    enabled: userId !== undefined,
  })
  const { data, dataUpdatedAt } = query
  useEffect(() => {
    if (data) storage.set('myStats', { user_id: userId, at: dataUpdatedAt, stats: data })
  }, [data, dataUpdatedAt, userId])
  if (data) return { status: 'there', stats: data, storedAtMs: null }
  const cannotReach = query.error !== null || query.failureCount > 0 || query.fetchStatus === 'paused'
  const stored = cannotReach ? storedStats(userId) : null
  if (stored) return { status: 'there', stats: stored.stats, storedAtMs: stored.at }
  if (query.error) return { status: 'failed', isRetrying: query.isFetching, retry: () => void query.refetch() }
  return { status: 'loading' }
}

/** The facts that the user has learned for good, one page at a time. */
export function useFacts(isOpen: boolean) {
  return useInfiniteQuery({
    queryKey: ['facts'],
    queryFn: async ({ pageParam, signal }): Promise<FactList> =>
      dataOf(await call(statsApi.listFacts, { page: pageParam }, { signal })),
    initialPageParam: 1,
    getNextPageParam: (last, pages) => (last.has_more ? pages.length + 1 : undefined),
    enabled: isOpen,
  })
}

/** The user's stats as stored on this device, maybe by another version of the app; null if there are none. */
function storedStats(userId: string | undefined): { at: number; stats: MyStats } | null {
  const value = storage.get('myStats') as { user_id?: unknown; at?: unknown; stats?: Partial<MyStats> } | null
  const stats = value?.stats
  if (!value || value.user_id !== userId || typeof value.at !== 'number') return null
  const isWhole = Array.isArray(stats?.groups) && Array.isArray(stats.weeks) && Array.isArray(stats.best_games)
  return isWhole ? { at: value.at, stats: stats as MyStats } : null
}
