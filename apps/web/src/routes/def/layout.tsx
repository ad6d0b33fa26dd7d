import { Suspense } from 'react'
import { Outlet } from 'react-router'
import { LoadingPage } from '../loading-page.tsx'
import { Modals } from '../modals.tsx'
import { Shell } from '../shell.tsx'

/** The frame of the visitors' quiz: the product name leads to /base, and there is no bottom bar. */
export function DefLayout() {
  return (
    <>
      <Shell homePath="/base">
        <Suspense fallback={<LoadingPage />}>
          <Outlet />
        </Suspense>
      </Shell>
      <Modals />
    </>
  )
}
