import type { ListedTopic, Topic, TopicGroup } from '@quizmaster/contract/http/gameplay'
import type { TopicId } from '@quizmaster/contract/ids'
import { TOPIC_LIST_DEFAULT } from '@quizmaster/contract/limits'
import { gameplayApi } from '@quizmaster/contract/routes/gameplay'
import { useQuery } from '@tanstack/react-query'
import { atLeast, call, dataOf } from '../../platform/http.ts'

/** Every call for topics takes at least this long, so that the loading state does not flicker. */
const TOPICS_MIN_MS = 1000

const NO_NAMES: ReadonlyMap<TopicId, string> = new Map()

/** Random topics. */
export async function fetchRandomTopics(signal?: AbortSignal): Promise<Topic[]> {
  const topics = call(gameplayApi.randomTopics, { count: TOPIC_LIST_DEFAULT }, { signal })
  return dataOf(await atLeast(TOPICS_MIN_MS, topics)).map(withoutGroup)
}

/** Topics that match a search of 3 to 100 characters, best match first. */
export async function fetchMatchingTopics(search: string, signal?: AbortSignal): Promise<Topic[]> {
  const topics = call(gameplayApi.searchTopics, { count: TOPIC_LIST_DEFAULT, search }, { signal })
  return dataOf(await atLeast(TOPICS_MIN_MS, topics)).map(withoutGroup)
}

/** Suggests a missing topic. Returns whether this is the player's first suggestion of it. */
export async function suggestTopic(text: string): Promise<boolean> {
  return dataOf(await call(gameplayApi.suggestTopic, { text })).is_new
}

/** Topics are stored without their group, because the picker has a list per group. */
function withoutGroup({ id, text }: ListedTopic): Topic {
  return { id, text }
}

const GROUPS_QUERY = {
  queryKey: ['topics', 'groups'],
  queryFn: ({ signal }: { signal: AbortSignal }) => fetchGroups(signal),
  staleTime: Number.POSITIVE_INFINITY,
}

async function fetchGroups(signal: AbortSignal): Promise<TopicGroup[]> {
  return dataOf(await atLeast(TOPICS_MIN_MS, call(gameplayApi.topicGroups, undefined, { signal })))
}

const NO_GROUPS: readonly TopicGroup[] = []

/** All topics by group; `undefined` while they load, empty if that fails. */
export function useTopicGroups(): readonly TopicGroup[] | undefined {
  const { data, isError } = useQuery(GROUPS_QUERY)
  return data ?? (isError ? NO_GROUPS : undefined)
}

/** The names of topics by id, because a game knows only ids; `undefined` while they load, empty if that fails. */
export function useTopicNames(isNeeded: boolean): ReadonlyMap<TopicId, string> | undefined {
  const { data, isError } = useQuery({ ...GROUPS_QUERY, select: namesById, enabled: isNeeded })
  return data ?? (isError || !isNeeded ? NO_NAMES : undefined)
}

function namesById(groups: readonly TopicGroup[]): ReadonlyMap<TopicId, string> {
  return new Map(groups.flatMap(({ topics }) => topics.map(({ id, text }) => [id, text])))
}
