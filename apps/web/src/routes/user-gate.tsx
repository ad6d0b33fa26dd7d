import { QueryClientProvider } from '@tanstack/react-query'
import { Navigate, Outlet, useLocation, useMatch } from 'react-router'
import { useCurrentUser } from '../features/accounts/current-user.ts'
import { useConnection } from '../platform/connection.ts'
import { queryClient } from '../platform/query-client.ts'
import { signedInPath } from '../platform/navigation.ts'
import { UserPending } from './loading-page.tsx'

/** Fetches the user of the stored token. A user is redirected into the app; an invalid token makes them a visitor. */
export function UserGate() {
  return (
    <QueryClientProvider client={queryClient}>
      <Gate />
    </QueryClientProvider>
  )
}

function Gate() {
  const { user, error, retry } = useCurrentUser()
  const isOffline = useConnection() === 'offline'
  const isTryingOut = useMatch('/def/*') !== null
  const isDaily = useMatch('/def/daily/*') !== null
  const { pathname } = useLocation()
  // For players, a shared link opens the same Daily Ten in the app.
  if (user && isDaily) return <Navigate to={pathname.replace('/def', '/app')} replace />
  if (user) return <Navigate to={isTryingOut ? '/app/dashboard' : signedInPath()} replace />
  // The dashboard shows what works without a network.
  if (user === undefined && isOffline) return <Navigate to="/app/dashboard" replace />
  if (user === undefined) return <UserPending error={error} onRetry={retry} />
  return <Outlet />
}
