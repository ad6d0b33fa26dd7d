import type { Topic } from '@quizmaster/contract/http/gameplay'
import type { TopicId } from '@quizmaster/contract/ids'
import { TOPIC_LIST_DEFAULT, TOPIC_LIST_MAX } from '@quizmaster/contract/limits'
import { gameplayApi } from '@quizmaster/contract/routes/gameplay'
import { useQuery } from '@tanstack/react-query'
import { atLeast, call, dataOf } from '../../platform/http.ts'

/** Every call for topics takes at least this long, so that nothing flashes. */
const TOPICS_MIN_MS = 1000

const NO_NAMES: ReadonlyMap<TopicId, string> = new Map()

/** Topics drawn at random. */
export async function fetchRandomTopics(signal?: AbortSignal): Promise<Topic[]> {
  const topics = call(gameplayApi.randomTopics, { count: TOPIC_LIST_DEFAULT }, { signal })
  return dataOf(await atLeast(TOPICS_MIN_MS, topics))
}

/** Topics that match a search of 3 to 100 characters, best match first. */
export async function fetchMatchingTopics(search: string, signal?: AbortSignal): Promise<Topic[]> {
  const topics = call(gameplayApi.searchTopics, { count: TOPIC_LIST_DEFAULT, search }, { signal })
  return dataOf(await atLeast(TOPICS_MIN_MS, topics))
}

/** The names of topics by id, because a game knows only ids; `undefined` while they load, empty if that fails. */
export function useTopicNames(isNeeded: boolean): ReadonlyMap<TopicId, string> | undefined {
  const { data, isError } = useQuery({
    queryKey: ['topics', 'names'],
    queryFn: ({ signal }) => fetchNames(signal),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: isNeeded,
  })
  return data ?? (isError || !isNeeded ? NO_NAMES : undefined)
}

async function fetchNames(signal: AbortSignal): Promise<ReadonlyMap<TopicId, string>> {
  const topics = call(gameplayApi.randomTopics, { count: TOPIC_LIST_MAX }, { signal })
  return new Map(dataOf(await atLeast(TOPICS_MIN_MS, topics)).map(({ id, text }) => [id, text]))
}
