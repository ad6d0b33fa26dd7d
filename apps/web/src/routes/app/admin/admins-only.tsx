import { Navigate } from 'react-router'
import { useCurrentUser } from '../../../features/accounts/current-user.ts'
import { lazyNamed } from '../../../platform/lazy.ts'
import { LoadingPage } from '../../loading-page.tsx'

const Desk = lazyNamed(() => import('./desk.tsx'), 'Desk')

/** The desk for admins. Everybody else meets what an unknown path gives, and nothing of the desk is loaded. */
export function AdminsOnly() {
  const { user } = useCurrentUser()
  if (!user) return <LoadingPage />
  return user.role === 'admin' ? <Desk /> : <Navigate to="/" replace />
}
