import type { Topic } from '@quizmaster/contract/http/gameplay'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useDebounced } from '../../ui/use-debounced.ts'
import { fetchMatchingTopics } from './practice-calls.ts'
import { type TopicList, topicListOf } from './topic-list.ts'

const DEBOUNCE_MS = 300
const MIN_CHARACTERS = 3

export interface TopicSearch {
  isOpen: boolean
  text: string
  setText: (text: string) => void
  open: () => void
  /** Closes the field and forgets its text. */
  close: () => void
  /** What was found, in place of the other topics; null while nothing is searched for. */
  list: TopicList | null
}

/** Search from 3 characters on, once the typing has paused for 300 ms (spec 5). */
export function useTopicSearch(): TopicSearch {
  const [text, setText] = useState<string | null>(null)
  const settled = useDebounced(text, DEBOUNCE_MS)
  const term = (settled ?? '').trim()
  // The text of now counts too: what was typed before closing or clearing the field is no search any more.
  const isSearching = isLongEnough(term) && isLongEnough((text ?? '').trim())
  const found = useQuery<Topic[]>({
    queryKey: ['topics', 'search', term],
    queryFn: ({ signal }) => fetchMatchingTopics(term, signal),
    enabled: isSearching,
  })
  return {
    isOpen: text !== null,
    text: text ?? '',
    setText,
    open: () => setText(''),
    close: () => setText(null),
    list: isSearching ? topicListOf(found.data, found.error, found.refetch) : null,
  }
}

function isLongEnough(text: string): boolean {
  return Array.from(text).length >= MIN_CHARACTERS
}
