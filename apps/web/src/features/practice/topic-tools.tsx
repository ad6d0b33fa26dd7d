import { type KeyboardEvent, useEffect, useRef } from 'react'
import { Card } from '../../ui/layout/card.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { CrossIcon, SearchIcon } from '../../ui/graphics/icons.tsx'
import { Switch } from '../../ui/controls/switch.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { PRACTICE_STRINGS } from './strings.ts'
import styles from './topic-tools.module.css'
import type { TopicSearch } from './use-topic-search.ts'

const MAX_SEARCH_CHARACTERS = 100

type Props = { isAll: boolean; onAllChange: (isAll: boolean) => void; search: TopicSearch }

/** The row over the topics: the "All topics" switch and the search, one of them at a time. */
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
          <Switch label={PRACTICE_STRINGS.allTopics} isOn={isAll} onChange={onAllChange} />
          {!isAll && (
            <IconButton
              ref={searchButton}
              label={PRACTICE_STRINGS.searchTopics}
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

/** The row where there is nothing but the search, which is open all the time. */
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
        label={PRACTICE_STRINGS.searchTopics}
        isLabelHidden
        placeholder={PRACTICE_STRINGS.searchTopics}
        errorLine="none"
        icon={<SearchIcon />}
        maxLength={MAX_SEARCH_CHARACTERS}
        enterKeyHint="search"
        autoComplete="off"
        value={search.text}
        onChange={(event) => search.setText(event.target.value)}
        onKeyDown={handleKey}
      />
      {(!isLasting || search.text !== '') && (
        <IconButton label={PRACTICE_STRINGS.closeSearch} icon={<CrossIcon />} onClick={search.close} />
      )}
    </>
  )
}
