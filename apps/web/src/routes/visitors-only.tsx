import { useEffect, useSyncExternalStore } from 'react'
import { Outlet, useLocation } from 'react-router'
import { lazyNamed } from '../platform/lazy.ts'
import { storage } from '../platform/storage.ts'

/** The window event for each navigation of a visitor, on which a newer version may be loaded (newer-version.ts). */
export const VISITOR_NAVIGATION = 'visitornavigation'

const UserGate = lazyNamed(() => import('./user-gate.tsx'), 'UserGate')

/**
 * Guards screens for visitors: signed-in users are redirected (contract 8), even after a sign-in in another tab.
 * Without a token there is no user to fetch, so the landing page does not load the code for that.
 */
export function VisitorsOnly() {
  // Checks again on navigation: a user may sign in and go back before the next screen has loaded.
  const { pathname } = useLocation()
  const isVisitor = useSyncExternalStore(followOtherTabs, hasNoToken, () => true)
  useEffect(() => {
    if (isVisitor) window.dispatchEvent(new CustomEvent(VISITOR_NAVIGATION, { detail: pathname }))
  }, [isVisitor, pathname])
  return isVisitor ? <Outlet /> : <UserGate />
}

function hasNoToken(): boolean {
  return storage.get('token') === null
}

function followOtherTabs(listener: () => void): () => void {
  window.addEventListener('storage', listener)
  // A page in the back/forward cache receives no storage events.
  window.addEventListener('pageshow', listener)
  return () => {
    window.removeEventListener('storage', listener)
    window.removeEventListener('pageshow', listener)
  }
}
