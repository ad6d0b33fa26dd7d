import type { Topic } from '@quizmaster/contract/http/gameplay'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { announce } from '../../ui/feedback/announce.tsx'
import { showFailure } from '../../ui/feedback/show-failure.ts'
import { TOPIC_STRINGS } from './strings.ts'
import { fetchRandomTopics } from './topic-calls.ts'
import { useTopicSearch } from './topic-search.tsx'
import { appendUnknown, chosenFirst, toggleTopic, topicListOf, type TopicStores } from './topics.ts'

/** The rules of a settings screen (contract 8): choice, chips, search, more topics, reset. */
export function useTopicPicker(stores: TopicStores, maxTopics = Number.POSITIVE_INFINITY) {
  const choice = useStore(stores.choice)
  const random = useRandomTopics(stores)
  const search = useTopicSearch()

  return {
    choice,
    isFull: choice.topics.length >= maxTopics,
    list: search.list ?? random.list,
    search,
    canLoadMore: !choice.all && search.list === null && random.canLoadMore,
    isLoadingMore: random.isLoadingMore,
    loadMore: random.loadMore,
    setAll: (all: boolean) => {
      stores.choice.setState({ all })
      search.close()
    },
    toggle: (topic: Topic) => {
      const next = toggleTopic(choice, topic)
      stores.choice.setState(next)
      // A topic found by search stays visible after the search.
      stores.shown.setState(({ topics }) => ({ topics: appendUnknown(topics, [topic]) }))
      announce(TOPIC_STRINGS.selected(next.topics.length))
    },
    reset: () => {
      stores.choice.setState({ topics: [], all: false })
      search.close()
      random.offerMore()
      announce(TOPIC_STRINGS.selected(0))
    },
  }
}

/** The random topics: those shown before, else a first page; more are appended on demand. */
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
    // A second press would share the first one's result, find no new topics and count them as exhausted.
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

/** On opening the chosen topics come first; from then on the order stays. */
function showChosenFirst({ choice, shown }: TopicStores, topics: readonly Topic[]): void {
  if (topics.length === 0) return
  shown.setState({ topics: chosenFirst(choice.getState().topics, topics) })
}
