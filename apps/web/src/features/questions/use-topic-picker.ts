import type { Topic, TopicGroup } from '@quizmaster/contract/http/gameplay'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { announce } from '../../ui/feedback/announce.tsx'
import { showFailure } from '../../ui/feedback/show-failure.ts'
import { TOPIC_STRINGS } from './topic-strings.ts'
import { fetchRandomTopics, useTopicGroups } from './topic-calls.ts'
import { useTopicSearch } from './topic-search.tsx'
import {
  appendUnknown,
  chosenFirst,
  toggleGroup,
  toggleTopic,
  topicListOf,
  type TopicChoice,
  type TopicList,
  type TopicStores,
} from './topics.ts'

/** The rules of a settings screen (contract 8): choice, chips, groups, search, more topics, reset. */
export function useTopicPicker(stores: TopicStores, maxTopics = Number.POSITIVE_INFINITY) {
  const choice = useStore(stores.choice)
  const random = useRandomTopics(stores)
  const search = useTopicSearch()
  const groups = useTopicGroups()
  const [groupName, setGroupName] = useState<string | null>(null)
  // A search covers all topics, so no group is current during a search.
  const group = search.list === null ? (groups?.find(({ name }) => name === groupName) ?? null) : null

  function choose(next: TopicChoice, touched: readonly Topic[]) {
    stores.choice.setState(next)
    // A topic that was chosen in a group or a search stays visible in the mixed list.
    stores.shown.setState(({ topics }) => ({ topics: appendUnknown(topics, touched) }))
    announce(TOPIC_STRINGS.selected(next.topics.length))
  }

  return {
    choice,
    room: maxTopics - choice.topics.length,
    groups,
    group,
    list: search.list ?? (group ? readyList(group.topics) : random.list),
    search,
    canLoadMore: !choice.all && group === null && search.list === null && random.canLoadMore,
    isLoadingMore: random.isLoadingMore,
    loadMore: random.loadMore,
    setAll: (all: boolean) => {
      stores.choice.setState({ all })
      search.close()
    },
    toggle: (topic: Topic) => choose(toggleTopic(choice, topic), [topic]),
    showGroup: (shown: TopicGroup | null) => {
      setGroupName(shown?.name ?? null)
      search.close()
      if (shown) announce(TOPIC_STRINGS.groupSize(shown.topics.length))
    },
    toggleGroup: ({ topics }: TopicGroup) => choose(toggleGroup(choice, topics), topics),
    reset: () => {
      stores.choice.setState({ topics: [], all: false })
      search.close()
      random.offerMore()
      announce(TOPIC_STRINGS.selected(0))
    },
  }
}

function readyList(topics: readonly Topic[]): TopicList {
  return { status: 'ready', topics }
}

/** The random topics: those shown earlier or else a first page. More are appended on demand. */
function useRandomTopics(stores: TopicStores) {
  const shown = useStore(stores.shown, (state) => state.topics)
  const [isExhausted, setIsExhausted] = useState(false)
  const isLoading = useRef(false)
  const first = useQuery({
    queryKey: ['topics', 'random'],
    queryFn: ({ signal }) => fetchRandomTopics(signal),
    enabled: shown.length === 0,
  })
  const more = useQuery({ queryKey: ['topics', 'more'], queryFn: () => fetchRandomTopics(), enabled: false, gcTime: 0 })

  useLayoutEffect(() => showChosenFirst(stores, stores.shown.getState().topics), [stores])
  useEffect(() => {
    if (first.data && stores.shown.getState().topics.length === 0) showChosenFirst(stores, first.data)
  }, [first.data, stores])

  async function loadMore() {
    // A second press would share the first one's result, find no new topics and mark the topics as exhausted.
    if (isLoading.current) return
    isLoading.current = true
    const { data, error } = await more.refetch()
    isLoading.current = false
    if (error) {
      showFailure(TOPIC_STRINGS.failed, error)
      return
    }
    const before = stores.shown.getState().topics
    const topics = appendUnknown(before, data ?? [])
    if (topics === before) setIsExhausted(true)
    else stores.shown.setState({ topics })
  }

  return {
    list: topicListOf(shown.length > 0 ? shown : first.data, first.error, first.refetch),
    canLoadMore: shown.length > 0 && !isExhausted,
    isLoadingMore: more.isFetching,
    loadMore: () => void loadMore(),
    offerMore: () => setIsExhausted(false),
  }
}

/** Puts the chosen topics first on opening; the order then stays. */
function showChosenFirst({ choice, shown }: TopicStores, topics: readonly Topic[]): void {
  if (topics.length === 0) return
  shown.setState({ topics: chosenFirst(choice.getState().topics, topics) })
}
