import { Suspense } from 'react'
import { Outlet } from 'react-router'
import { BackLink } from '../../ui/layout/back-link.tsx'
import { LoadingPage } from '../loading-page.tsx'
import { Modals } from '../modals.tsx'
import { Shell } from '../shell.tsx'

/** The frame of the visitors' quiz: "Back" and the product name lead to /base, and there is no bottom bar. */
export function DefLayout() {
  return (
    <>
      <Shell homePath="/base" end={<BackLink to="/base" />}>
        <Suspense fallback={<LoadingPage />}>
          <Outlet />
        </Suspense>
      </Shell>
      <Modals />
    </>
  )
}
