import type { ReactNode } from 'react'
import { Button } from '../../ui/controls/button.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { ErrorCard } from '../../ui/feedback/error-card.tsx'
import { LoadingRegion, Skeleton } from '../../ui/feedback/skeleton.tsx'
import { showToast } from '../../ui/feedback/toast.ts'
import styles from './desk.module.css'
import { DESK_STRINGS } from './strings.ts'

interface Query<Data> {
  data: Data | undefined
  error: Error | null
  isFetching: boolean
  refetch: () => Promise<unknown>
}

/** What a query gives, or that it is on its way, or why it can't be had. */
export function DeskPart<Data>({ query, children }: { query: Query<Data>; children: (data: Data) => ReactNode }) {
  if (query.data !== undefined) return children(query.data)
  if (query.error === null) return <Waiting />
  return <ErrorCard onRetry={() => void query.refetch()} isRetrying={query.isFetching} note={query.error.message} />
}

function Waiting() {
  return (
    <LoadingRegion className={styles.list ?? ''}>
      {[1, 2, 3].map((place) => (
        <Skeleton key={place} width="100%" height={148} radius={24} />
      ))}
    </LoadingRegion>
  )
}

/** Says that a list has nothing in it. */
export function Nothing({ children }: { children: ReactNode }) {
  return (
    <Card edge="dashed">
      <p>{children}</p>
    </Card>
  )
}

interface Pages {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  data: { pages: readonly unknown[] } | undefined
  fetchNextPage: () => Promise<{ isFetchNextPageError: boolean; error: Error | null }>
}

/** Under a list that comes in pages. At its end it stays, and says so: it may have the focus. */
export function LoadMore({ pages }: { pages: Pages }) {
  const { hasNextPage, isFetchingNextPage, data, fetchNextPage } = pages
  if (!hasNextPage && (data?.pages.length ?? 0) <= 1) return null
  const loadMore = async () => {
    // What is on screen stays; that nothing was added has to be said.
    const { isFetchNextPageError, error } = await fetchNextPage()
    if (isFetchNextPageError) showToast({ type: 'error', title: DESK_STRINGS.failed, message: error?.message ?? '' })
  }
  return (
    <Button block isPending={isFetchingNextPage} isDisabled={!hasNextPage} onClick={() => void loadMore()}>
      {hasNextPage ? DESK_STRINGS.loadMore : DESK_STRINGS.allLoaded}
    </Button>
  )
}
