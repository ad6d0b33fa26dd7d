import { Outlet } from 'react-router'
import { lazyNamed } from '../platform/lazy.ts'
import { storage } from '../platform/storage.ts'

const UserGate = lazyNamed(() => import('./user-gate.tsx'), 'UserGate')

/**
 * The guard of screens for visitors: a signed-in user is sent on (contract 8). Without a token there is nobody to ask
 * for, and the landing is light because it does not.
 */
export function VisitorsOnly() {
  return storage.get('token') === null ? <Outlet /> : <UserGate />
}
