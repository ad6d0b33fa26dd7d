import { type InfiniteData, useInfiniteQuery, type UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button } from '../../ui/controls/button.tsx'
import { ErrorCard } from '../../ui/feedback/error-card.tsx'
import { LoadingRegion, Skeleton } from '../../ui/feedback/skeleton.tsx'
import { showFailure } from '../../ui/feedback/show-failure.ts'
import { Card } from '../../ui/layout/card.tsx'
import styles from './admin.module.css'
import { ADMIN_STRINGS } from './strings.ts'
import { ADMIN_KEY } from './use-admin-action.ts'

interface Query<Data> {
  data: Data | undefined
  error: Error | null
  isFetching: boolean
  refetch: () => Promise<unknown>
}

/** Shows the data of a query, its loading state or its error. */
export function AdminList<Data>({ query, children }: { query: Query<Data>; children: (data: Data) => ReactNode }) {
  if (query.data !== undefined) return children(query.data)
  if (query.error === null) return <ListSkeleton />
  return <ErrorCard onRetry={() => void query.refetch()} isRetrying={query.isFetching} note={query.error.message} />
}

function ListSkeleton() {
  return (
    <LoadingRegion className={styles.list ?? ''}>
      {[1, 2, 3].map((place) => (
        <Skeleton key={place} width="100%" height={148} radius={24} />
      ))}
    </LoadingRegion>
  )
}

/** Shown instead of an empty list. */
export function EmptyList({ children }: { children: ReactNode }) {
  return (
    <Card edge="dashed">
      <p>{children}</p>
    </Card>
  )
}

type Pages<Page> = UseInfiniteQueryResult<InfiniteData<Page, number>>

/** A list that the server returns in pages. */
export function usePages<Page extends { has_more: boolean }>(
  key: readonly string[],
  fetchPage: (page: number, signal: AbortSignal) => Promise<Page>,
): Pages<Page> {
  return useInfiniteQuery({
    queryKey: [ADMIN_KEY, ...key],
    queryFn: ({ pageParam, signal }) => fetchPage(pageParam, signal),
    initialPageParam: 1,
    getNextPageParam: (last, _, page) => (last.has_more ? page + 1 : undefined),
  })
}

/** The latest version of each item by key: an item that moved between two fetches is on both pages. */
export function uniqueBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[] {
  return [...new Map(items.map((item) => [keyOf(item), item])).values()]
}

/** The button that loads the next page. It stays after the last page, because it may have the focus. */
export function LoadMore<Page>({ pages }: { pages: Pages<Page> }) {
  const { hasNextPage, isFetchingNextPage, data, fetchNextPage } = pages
  if (!hasNextPage && (data?.pages.length ?? 0) <= 1) return null
  const loadMore = async () => {
    const { isFetchNextPageError, error } = await fetchNextPage()
    if (isFetchNextPageError) showFailure(ADMIN_STRINGS.failed, error)
  }
  return (
    <Button block isPending={isFetchingNextPage} isDisabled={!hasNextPage} onClick={() => void loadMore()}>
      {hasNextPage ? ADMIN_STRINGS.loadMore : ADMIN_STRINGS.allLoaded}
    </Button>
  )
}
