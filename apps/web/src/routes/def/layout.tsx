import { Suspense } from 'react'
import { Outlet, useMatch } from 'react-router'
import { DailyPosition } from '../../features/daily/daily-position.tsx'
import { BackLink } from '../../ui/layout/back-link.tsx'
import { LoadingPage } from '../loading-page.tsx'
import { Modals } from '../modals.tsx'
import { Shell } from '../shell.tsx'

/** The frame of the visitors' quiz: "Back" and the product name lead to /base, and there is no bottom bar. */
export function DefLayout() {
  // Its screens have their own way back.
  const isDaily = useMatch('/def/daily/*') !== null
  return (
    <>
      <Shell homePath="/base" end={isDaily ? <DailyPosition /> : <BackLink to="/base" />}>
        <Suspense fallback={<LoadingPage />}>
          <Outlet />
        </Suspense>
      </Shell>
      <Modals />
    </>
  )
}
