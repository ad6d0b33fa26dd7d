import { QueryClientProvider } from '@tanstack/react-query'
import { useLayoutEffect } from 'react'
import { Outlet } from 'react-router'
import { onReconnect, onTopicsUp } from '../platform/connection.ts'
import { queryClient } from '../platform/query-client.ts'
import { followOtherTabs } from '../platform/session.ts'

/** Provides the query client to every screen that fetches data. The landing page fetches none and loads without it. */
export function Queries() {
  // A layout effect, because a passive one may run so late that a sign-out right after the first paint is missed.
  useLayoutEffect(keepSession, [])
  return (
    <QueryClientProvider client={queryClient}>
      <Outlet />
    </QueryClientProvider>
  )
}

/** Follows sign-ins and sign-outs of other tabs, and refetches failed queries when the connection is restored. */
function keepSession(): () => void {
  const stops = [followOtherTabs(), onReconnect(refetchFailed), onTopicsUp(refetchFailed)]
  return () => stops.forEach((stop) => stop())
}

/** Refetches the queries that failed; the others are up to date or are being retried. */
function refetchFailed(): void {
  void queryClient.refetchQueries({ predicate: (query) => query.state.status === 'error' })
}
