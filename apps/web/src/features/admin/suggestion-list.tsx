import type { TopicSuggestion } from '@quizmaster/contract/http/admin-questions'
import { useRef } from 'react'
import { Button } from '../../ui/controls/button.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { PageTitle } from '../../ui/layout/page.tsx'
import { momentText } from '../../platform/time-ago.ts'
import { fetchTopicSuggestions, removeTopicSuggestion } from './admin-calls.ts'
import { AdminList, EmptyList, LoadMore, uniqueBy, usePages } from './admin-list.tsx'
import styles from './audit-list.module.css'
import { SITE_STRINGS } from './strings.ts'
import { useAdminAction } from './use-admin-action.ts'
import { useFocusOnRemoval } from './use-focus-on-removal.ts'

/** The topics that players have suggested and no admin has dealt with, most suggested first. */
export function SuggestionList({ title }: { title: string }) {
  const query = usePages(['topic_suggestions'], fetchTopicSuggestions)
  return (
    <>
      <PageTitle subtitle={SITE_STRINGS.suggestionsHint}>{title}</PageTitle>
      <AdminList query={{ ...query, data: query.data?.pages }}>
        {(pages) => (
          <Suggestions
            suggestions={uniqueBy(
              pages.flatMap(({ suggestions }) => suggestions),
              ({ text }) => text,
            )}
          />
        )}
      </AdminList>
      <LoadMore pages={query} />
    </>
  )
}

function Suggestions({ suggestions }: { suggestions: TopicSuggestion[] }) {
  if (suggestions.length === 0) return <EmptyList>{SITE_STRINGS.noSuggestions}</EmptyList>
  return (
    <Card className={styles.card}>
      <ul>
        {suggestions.map((suggestion) => (
          <Suggestion key={suggestion.text} suggestion={suggestion} />
        ))}
      </ul>
    </Card>
  )
}

function Suggestion({ suggestion: { text, player_count: count, last_at: lastAt } }: { suggestion: TopicSuggestion }) {
  const item = useRef<HTMLLIElement>(null)
  useFocusOnRemoval(item)
  const { run, isPending } = useAdminAction({
    act: removeTopicSuggestion,
    done: () => SITE_STRINGS.suggestionRemoved,
  })
  return (
    <li className={styles.entry} ref={item}>
      <p className={styles.what}>
        <b>{text}</b> <span>{SITE_STRINGS.suggestedBy(count)}</span>
      </p>
      <div className={styles.side}>
        <p className={styles.who}>
          <time dateTime={new Date(lastAt).toISOString()}>{momentText(lastAt)}</time>
        </p>
        <Button size="small" isPending={isPending} onClick={() => run(text)}>
          {SITE_STRINGS.suggestionDone} <span className="sr">{SITE_STRINGS.suggestionDoneWith(text)}</span>
        </Button>
      </div>
    </li>
  )
}
