import { gameplayApi } from '@quizmaster/contract/routes/gameplay'
import type { TopicId } from '@quizmaster/contract/ids'
import { useQuery } from '@tanstack/react-query'
import { atLeast, call, dataOf } from '../../platform/http.ts'

/** As many as can be asked for at once (contract 3). */
const MOST_TOPICS = 100
const TOPICS_MIN_MS = 1000

/** The names of topics by id, as far as the server gave them; `undefined` while it is asked. A game knows only ids. */
export function useTopicNames(isNeeded: boolean): ReadonlyMap<TopicId, string> | undefined {
  const { data, isError } = useQuery({
    queryKey: ['topics', 'names'],
    queryFn: ({ signal }) => fetchNames(signal),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: isNeeded,
  })
  return data ?? (isError || !isNeeded ? NO_NAMES : undefined)
}

const NO_NAMES: ReadonlyMap<TopicId, string> = new Map()

async function fetchNames(signal: AbortSignal): Promise<ReadonlyMap<TopicId, string>> {
  const topics = call(gameplayApi.randomTopics, { count: MOST_TOPICS }, { signal })
  return new Map(dataOf(await atLeast(TOPICS_MIN_MS, topics)).map(({ id, text }) => [id, text]))
}
