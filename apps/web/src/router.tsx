import { Suspense, type ReactNode } from 'react'
import { Route, Routes, useParams } from 'react-router'
import { lazyNamed, type LazyComponent } from './platform/lazy.ts'
import { Home } from './routes/base/home.tsx'
import { BaseLayout } from './routes/base/layout.tsx'
import { Redirect, screen } from './routes/screen.tsx'
import { strings } from './routes/strings.ts'
import { VisitorsOnly } from './routes/visitors-only.tsx'

// The landing is in the first chunk; all else comes when somebody goes there.
const RequestCode = lazyNamed(() => import('./routes/base/login/request-code.tsx'), 'RequestCode')
const VerifyCode = lazyNamed(() => import('./routes/base/login/verify-code.tsx'), 'VerifyCode')
const Queries = lazyNamed(() => import('./routes/queries.tsx'), 'Queries')
const LegalPage = lazyNamed(() => import('./routes/base/pages/legal-page.tsx'), 'LegalPage')
const ShortJoin = lazyNamed(() => import('./features/games/short-join.tsx'), 'ShortJoin')
const Stage = lazyNamed(() => import('./features/games/stage/stage.tsx'), 'Stage')

const loadPlayerRoutes = () => import('./routes/app/player-routes.tsx')
const PlayerRoutes = lazyNamed(loadPlayerRoutes, 'PlayerRoutes')
const loadVisitorRoutes = () => import('./routes/def/visitor-routes.tsx')
const VisitorRoutes = lazyNamed(loadVisitorRoutes, 'VisitorRoutes')

const { titles } = strings

/** The screens that pages come with, including the frames around them. */
const DRAWN_SCREENS: Readonly<Record<string, () => Promise<readonly LazyComponent<object>[]>>> = {
  '/app/dashboard': async () => [Queries, PlayerRoutes, (await loadPlayerRoutes()).Dashboard],
  '/app/practice/play': async () => [Queries, PlayerRoutes, (await loadPlayerRoutes()).PracticePlay],
  '/def/infinite-game': async () => [Queries, VisitorRoutes, (await loadVisitorRoutes()).VisitorQuiz],
}

/** Loads the screen that the page has drawn, if any, so that the app can replace it in one step. */
export async function loadDrawnScreen(path: string): Promise<void> {
  const screens = (await DRAWN_SCREENS[path]?.()) ?? []
  await Promise.all(screens.map(({ preload }) => preload()))
}

/**
 * Every route of product 2. Those below `/app` and `/def` are in `routes/app/player-routes.tsx` and
 * `routes/def/visitor-routes.tsx`. An unknown one leads to `/`.
 */
export function AppRoutes() {
  return (
    <Suspense fallback={null}>
      <Routes>
        <Route index element={<Redirect to="/base" />} />
        <Route path="base">{baseRoutes()}</Route>
        <Route element={<Queries />}>
          <Route path="base/pages/:slug" element={<LegalPage />} />
          <Route path="def/*" element={<VisitorRoutes />} />
          <Route path="stage" element={screen(titles.stage, Stage)} />
          <Route path="app/*" element={<PlayerRoutes />} />
        </Route>
        <Route path="join" element={<ShortJoin />} />
        <Route path="daily" element={<Redirect to="/def/daily" />} />
        <Route path="daily/:date" element={<SharedDay />} />
        <Route path="*" element={<Redirect to="/" />} />
      </Routes>
    </Suspense>
  )
}

function baseRoutes(): ReactNode {
  return (
    <>
      <Route index element={<Redirect to="/base/home" />} />
      <Route element={<VisitorsOnly />}>
        <Route element={<BaseLayout />}>
          <Route path="home" element={screen(titles.landing, Home)} />
          <Route path="login">
            <Route index element={<Redirect to="/base/login/request-code" />} />
            <Route path="request-code" element={screen(titles.requestCode, RequestCode)} />
            <Route path="verify-code" element={screen(titles.verifyCode, VerifyCode)} />
          </Route>
        </Route>
      </Route>
    </>
  )
}

/** A shared link. Visitors stay below `/def`, which sends players to theirs. */
function SharedDay() {
  const { date = '' } = useParams()
  return <Redirect to={`/def/daily/${encodeURIComponent(date)}`} />
}
