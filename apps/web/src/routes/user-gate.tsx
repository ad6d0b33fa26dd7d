import { QueryClientProvider } from '@tanstack/react-query'
import { Navigate, Outlet, useMatch } from 'react-router'
import { useCurrentUser } from '../features/accounts/current-user.ts'
import { queryClient } from '../platform/query-client.ts'
import { signedInPath } from '../platform/navigation.ts'
import { UserPending } from './user-pending.tsx'

/** Finds out whose token it is: a user is sent on, a dead token makes a visitor of whom it belonged to. */
export function UserGate() {
  return (
    <QueryClientProvider client={queryClient}>
      <Gate />
    </QueryClientProvider>
  )
}

function Gate() {
  const { user, error, retry } = useCurrentUser()
  const isTryingOut = useMatch('/def/*') !== null
  if (user) return <Navigate to={isTryingOut ? '/app/dashboard' : signedInPath()} replace />
  if (user === undefined) return <UserPending error={error} onRetry={retry} />
  return <Outlet />
}
