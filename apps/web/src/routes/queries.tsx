import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Outlet } from 'react-router'
import { onReconnect } from '../platform/connection.ts'
import { whenUnauthorized } from '../platform/http.ts'
import { queryClient } from '../platform/query-client.ts'
import { endSession, followOtherTabs } from '../platform/session.ts'

/** What stands over every screen that asks the server something. The landing asks nothing and comes without it. */
export function Queries() {
  useEffect(keepSession, [])
  return (
    <QueryClientProvider client={queryClient}>
      <Outlet />
    </QueryClientProvider>
  )
}

/** A 401 and another tab can end the session at any time; what failed for want of a connection is asked again. */
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
