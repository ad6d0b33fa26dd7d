import { Suspense, type ReactNode } from 'react'
import { Route, Routes, useParams } from 'react-router'
import { lazyNamed, type LazyComponent } from './platform/lazy.ts'
import { Redirect, screen } from './routes/screen.tsx'
import { strings } from './routes/strings.ts'
import { VisitorsOnly } from './routes/visitors-only.tsx'

const Home = lazyNamed(() => import('./routes/base/home.tsx'), 'Home')
const BaseLayout = lazyNamed(() => import('./routes/base/layout.tsx'), 'BaseLayout')
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

/** The prerendered screens and the sign-in screens, with the frames around them. */
const FIRST_SCREENS: Readonly<Record<string, () => Promise<readonly LazyComponent<object>[]>>> = {
  '/base/home': async () => [BaseLayout, Home],
  '/base/login/request-code': async () => [BaseLayout, RequestCode],
  '/base/login/verify-code': async () => [BaseLayout, VerifyCode],
  '/app/dashboard': async () => [Queries, PlayerRoutes, (await loadPlayerRoutes()).Dashboard],
  '/app/practice/play': async () => [Queries, PlayerRoutes, (await loadPlayerRoutes()).PracticePlay],
  '/def/infinite-game': async () => [Queries, VisitorRoutes, (await loadVisitorRoutes()).VisitorQuiz],
}

/**
 * Loads all parts of a first screen together, so that the app can hydrate or replace a prerendered screen in one step.
 * Does nothing for other paths.
 */
export async function loadFirstScreen(path: string): Promise<void> {
  const screens = (await FIRST_SCREENS[path]?.()) ?? []
  await Promise.all(screens.map(({ preload }) => preload()))
}

/**
 * All routes of product 2. Those below `/app` and `/def` are in `routes/app/player-routes.tsx` and
 * `routes/def/visitor-routes.tsx`. An unknown path leads to `/`.
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
