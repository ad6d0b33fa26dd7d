import { Navigate } from 'react-router'
import { useCurrentUser } from '../../../features/accounts/current-user.ts'
import { lazyNamed } from '../../../platform/lazy.ts'
import { LoadingPage } from '../../loading-page.tsx'

const Admin = lazyNamed(() => import('./admin.tsx'), 'Admin')

/** The admin screens. For other users they are unknown paths, and their code is not loaded. */
export function AdminsOnly() {
  const { user } = useCurrentUser()
  if (!user) return <LoadingPage />
  return user.role === 'admin' ? <Admin /> : <Navigate to="/" replace />
}
