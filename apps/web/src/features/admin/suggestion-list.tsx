import type { TopicSuggestion } from '@quizmaster/contract/http/admin-questions'
import { Card } from '../../ui/layout/card.tsx'
import { PageTitle } from '../../ui/layout/page.tsx'
import { momentText } from '../../ui/time-ago.ts'
import { fetchTopicSuggestions } from './admin-calls.ts'
import { AdminList, EmptyList, LoadMore, uniqueBy, usePages } from './admin-list.tsx'
import styles from './audit-list.module.css'
import { SITE_STRINGS } from './strings.ts'

/** The topics that players suggest, those of most players first. */
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
        {suggestions.map(({ text, player_count: count, last_at: lastAt }) => (
          <li key={text} className={styles.entry}>
            <p className={styles.what}>
              <b>{text}</b> <span>{SITE_STRINGS.suggestedBy(count)}</span>
            </p>
            <p className={styles.who}>
              <time dateTime={new Date(lastAt).toISOString()}>{momentText(lastAt)}</time>
            </p>
          </li>
        ))}
      </ul>
    </Card>
  )
}
