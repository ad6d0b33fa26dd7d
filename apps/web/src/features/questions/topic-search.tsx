import type { Topic } from '@quizmaster/contract/http/gameplay'
import { TOPIC_SEARCH_MAX_LENGTH, TOPIC_SEARCH_MIN_LENGTH } from '@quizmaster/contract/limits'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { Switch } from '../../ui/controls/switch.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { SearchIcon } from '../../ui/graphics/icons.tsx'
import { CrossIcon } from '../../ui/graphics/always-loaded-icons.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { useDebounced } from '../../ui/use-debounced.ts'
import { TOPIC_STRINGS } from './topic-strings.ts'
import { fetchMatchingTopics } from './topic-calls.ts'
import styles from './topic-picker.module.css'
import { type TopicList, topicListOf } from './topics.ts'

const DEBOUNCE_MS = 300

export interface TopicSearch {
  isOpen: boolean
  text: string
  /** The search term, once typing has paused; empty if there is none. */
  term: string
  setText: (text: string) => void
  open: () => void
  /** Closes the field and clears its text. */
  close: () => void
  /** The result, shown in place of the other topics; null while there is no search. */
  list: TopicList | null
}

/** Searches for at least 3 characters, after typing has paused for 300 ms. */
export function useTopicSearch(): TopicSearch {
  const [text, setText] = useState<string | null>(null)
  const settled = useDebounced(text, DEBOUNCE_MS)
  const term = (settled ?? '').trim()
  // The current text is checked too: once the field is closed or cleared, the earlier text must not be searched for.
  const isSearching = isLongEnough(term) && isLongEnough((text ?? '').trim())
  const found = useQuery<Topic[]>({
    queryKey: ['topics', 'search', term],
    queryFn: ({ signal }) => fetchMatchingTopics(term, signal),
    enabled: isSearching,
  })
  return {
    isOpen: text !== null,
    text: text ?? '',
    term: isSearching ? term : '',
    setText,
    open: () => setText(''),
    close: () => setText(null),
    list: isSearching ? topicListOf(found.data, found.error, found.refetch) : null,
  }
}

function isLongEnough(text: string): boolean {
  return Array.from(text).length >= TOPIC_SEARCH_MIN_LENGTH
}

type Props = { isAll: boolean; onAllChange: (isAll: boolean) => void; search: TopicSearch }

/** The row above the topics: the "All topics" switch or the search field. */
export function TopicTools({ isAll, onAllChange, search }: Props) {
  const searchButton = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(search.isOpen)
  useEffect(() => {
    if (wasOpen.current && !search.isOpen) searchButton.current?.focus()
    wasOpen.current = search.isOpen
  }, [search.isOpen])

  return (
    <Card className={styles.tools}>
      {search.isOpen ? (
        <SearchField search={search} />
      ) : (
        <>
          <Switch label={TOPIC_STRINGS.allTopics} isOn={isAll} onChange={onAllChange} />
          {!isAll && (
            <IconButton
              ref={searchButton}
              label={TOPIC_STRINGS.searchTopics}
              icon={<SearchIcon />}
              aria-expanded={false}
              onClick={search.open}
            />
          )}
        </>
      )}
    </Card>
  )
}

/** The row above the topics without the switch: the search field is always open. */
export function TopicSearchRow({ search }: { search: TopicSearch }) {
  return (
    <div className={styles.lone}>
      <SearchField search={search} isLasting />
    </div>
  )
}

type SearchFieldProps = { search: TopicSearch; isLasting?: boolean }

function SearchField({ search, isLasting = false }: SearchFieldProps) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (!isLasting) field.current?.focus()
  }, [isLasting])

  function handleKey(event: KeyboardEvent) {
    if (event.key === 'Escape') search.close()
  }

  return (
    <>
      <TextField
        ref={field}
        className={styles.search}
        type="search"
        label={TOPIC_STRINGS.searchTopics}
        isLabelHidden
        placeholder={TOPIC_STRINGS.searchTopics}
        errorLine="none"
        icon={<SearchIcon />}
        maxLength={TOPIC_SEARCH_MAX_LENGTH}
        enterKeyHint="search"
        autoComplete="off"
        value={search.text}
        onChange={(event) => search.setText(event.target.value)}
        onKeyDown={handleKey}
      />
      {(!isLasting || search.text !== '') && (
        <IconButton label={TOPIC_STRINGS.closeSearch} icon={<CrossIcon />} onClick={search.close} />
      )}
    </>
  )
}
