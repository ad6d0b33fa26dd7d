import { Route, Routes } from 'react-router'
import { lazyNamed } from '../../platform/lazy.ts'
import { dailyRoutes } from '../daily-routes.tsx'
import { Redirect, screen } from '../screen.tsx'
import { strings } from '../strings.ts'
import { VisitorsOnly } from '../visitors-only.tsx'
import { DefLayout } from './layout.tsx'

export const VisitorQuiz = lazyNamed<'VisitorQuiz'>(
  () => import('../../features/practice/practice-journey.tsx'),
  'VisitorQuiz',
)

/** All routes below `/def`: what visitors can try. An unknown path leads to `/`. */
export function VisitorRoutes() {
  return (
    <Routes>
      <Route element={<VisitorsOnly />}>
        <Route index element={<Redirect to="/" />} />
        <Route element={<DefLayout />}>
          <Route path="infinite-game" element={screen(strings.titles.tryQuiz, VisitorQuiz)} />
          <Route path="daily">{dailyRoutes()}</Route>
        </Route>
      </Route>
      <Route path="*" element={<Redirect to="/" />} />
    </Routes>
  )
}
