import type { Leaderboard, LeaderboardRow } from '@quizmaster/contract/http/stats'
import { statsApi } from '@quizmaster/contract/routes/stats'
import { useQuery } from '@tanstack/react-query'
import { call, dataOf } from '../../platform/http.ts'

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

/** A row of the table: a player, or the gap between the top and the user's neighbours. */
export type BoardLine =
  | { kind: 'player'; key: string; row: LeaderboardRow; isMe: boolean }
  | { kind: 'gap'; key: 'gap' }

/**
 * The top and, if the user's place is lower, the user's neighbours below it. Rows have no id, so the user's own row is
 * the first one with the same content.
 */
export function boardLines(top: Leaderboard, around: Leaderboard | undefined): BoardLine[] {
  const me = around?.me ?? top.me
  const inTop = new Set(top.rows.map(identity))
  const isFurtherDown = me !== null && !inTop.has(identity(me))
  const below = isFurtherDown ? (around?.rows ?? [me]).filter((row) => !inTop.has(identity(row))) : []
  const rows = [...top.rows, ...below]
  const own = me ? rows.findIndex((row) => identity(row) === identity(me)) : -1
  const lines = rows.map((row, index): BoardLine => ({ kind: 'player', key: String(index), row, isMe: index === own }))
  // The row right after the top has the next place, or shares the last one.
  const hasGap = (below[0]?.position ?? 0) > top.rows.length + 1
  if (hasGap) lines.splice(top.rows.length, 0, { kind: 'gap', key: 'gap' })
  return lines
}

function identity({ position, name, level, points }: LeaderboardRow): string {
  return JSON.stringify([position, name, level, points])
}
