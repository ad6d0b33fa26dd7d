import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Outlet } from 'react-router'
import { onReconnect } from '../platform/connection.ts'
import { whenUnauthorized } from '../platform/http.ts'
import { queryClient } from '../platform/query-client.ts'
import { endSession, followOtherTabs } from '../platform/session.ts'

/** Provides the query client to every screen that fetches data. The landing page does not, and loads without it. */
export function Queries() {
  useEffect(keepSession, [])
  return (
    <QueryClientProvider client={queryClient}>
      <Outlet />
    </QueryClientProvider>
  )
}

/** Ends the session on a 401 or when another tab does; refetches failed queries after a reconnect. */
function keepSession(): () => void {
  whenUnauthorized(() => endSession({ keep: ['joinGameId'] }))
  const unfollow = followOtherTabs()
  const unlisten = onReconnect(() => {
    void queryClient.refetchQueries({ predicate: (query) => query.state.status === 'error' })
  })
  return () => {
    unfollow()
    unlisten()
  }
}
