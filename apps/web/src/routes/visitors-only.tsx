import { useSyncExternalStore } from 'react'
import { Outlet, useLocation } from 'react-router'
import { lazyNamed } from '../platform/lazy.ts'
import { storage } from '../platform/storage.ts'

const UserGate = lazyNamed(() => import('./user-gate.tsx'), 'UserGate')

/**
 * The guard of screens for visitors: a signed-in user is sent on (contract 8), also one who signs in in another tab.
 * Without a token there is nobody to ask for, and the landing is light because it does not.
 */
export function VisitorsOnly() {
  // Looks again on each change of place: who signs in and goes Back before the next screen has come is no visitor.
  useLocation()
  const isVisitor = useSyncExternalStore(followOtherTabs, hasNoToken, () => true)
  return isVisitor ? <Outlet /> : <UserGate />
}

function hasNoToken(): boolean {
  return storage.get('token') === null
}

function followOtherTabs(listener: () => void): () => void {
  window.addEventListener('storage', listener)
  // A page that the browser has put by hears of nothing until it is shown again.
  window.addEventListener('pageshow', listener)
  return () => {
    window.removeEventListener('storage', listener)
    window.removeEventListener('pageshow', listener)
  }
}
