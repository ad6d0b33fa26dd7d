import { Suspense, type ComponentType, type ReactNode } from 'react'
import { Navigate, Route, Routes, useParams } from 'react-router'
import { lazyNamed, type LazyComponent } from './platform/lazy.ts'
import { Home } from './routes/base/home.tsx'
import { BaseLayout } from './routes/base/layout.tsx'
import { Screen } from './routes/screen.tsx'
import { strings } from './routes/strings.ts'
import { VisitorsOnly } from './routes/visitors-only.tsx'

// The landing is in the first chunk; all else comes when somebody goes there.
const RequestCode = lazyNamed(() => import('./routes/base/login/request-code.tsx'), 'RequestCode')
const VerifyCode = lazyNamed(() => import('./routes/base/login/verify-code.tsx'), 'VerifyCode')
const Queries = lazyNamed(() => import('./routes/queries.tsx'), 'Queries')
const LegalPage = lazyNamed(() => import('./routes/base/pages/legal-page.tsx'), 'LegalPage')
const DefLayout = lazyNamed(() => import('./routes/def/layout.tsx'), 'DefLayout')
const VisitorQuiz = lazyNamed<'VisitorQuiz'>(() => import('./features/practice/practice-journey.tsx'), 'VisitorQuiz')
const AppLayout = lazyNamed(() => import('./routes/app/layout.tsx'), 'AppLayout')
const Dashboard = lazyNamed(() => import('./routes/app/dashboard/home.tsx'), 'Dashboard')
const Profile = lazyNamed(() => import('./routes/app/dashboard/profile.tsx'), 'Profile')
const LeaderboardScreen = lazyNamed(() => import('./routes/app/dashboard/leaderboard.tsx'), 'LeaderboardScreen')
const MyStats = lazyNamed(() => import('./routes/app/dashboard/stats.tsx'), 'MyStats')
const Plans = lazyNamed(() => import('./routes/app/dashboard/premium.tsx'), 'Plans')
const PaymentSuccess = lazyNamed(() => import('./routes/app/dashboard/premium-success.tsx'), 'PaymentSuccess')
const PaymentInterrupted = lazyNamed(() => import('./routes/app/dashboard/premium-interrupt.tsx'), 'PaymentInterrupted')
const PracticeSettings = lazyNamed(() => import('./features/practice/practice-settings.tsx'), 'PracticeSettings')
const PracticePlay = lazyNamed(() => import('./routes/app/practice/play.tsx'), 'PracticePlay')
const GameModeChooser = lazyNamed(() => import('./features/games/game-modes.tsx'), 'GameModeChooser')
const GameSettings = lazyNamed(() => import('./features/games/game-settings.tsx'), 'GameSettings')
const GameLobby = lazyNamed(() => import('./features/games/lobby.tsx'), 'GameLobby')
const GamePlay = lazyNamed(() => import('./features/games/game-play.tsx'), 'GamePlay')
const GameResults = lazyNamed(() => import('./features/games/results.tsx'), 'GameResults')
const Answers = lazyNamed(() => import('./routes/app/private-game/answers.tsx'), 'Answers')
const WatchGame = lazyNamed(() => import('./features/games/watch/watch-game.tsx'), 'WatchGame')
const JoinGame = lazyNamed(() => import('./features/games/join-game.tsx'), 'JoinGame')
const JoinGameByLink = lazyNamed(() => import('./features/games/join-by-link.tsx'), 'JoinGameByLink')
const ShortJoin = lazyNamed(() => import('./features/games/short-join.tsx'), 'ShortJoin')
const StageLink = lazyNamed(() => import('./features/games/stage-link.tsx'), 'StageLink')
const Stage = lazyNamed(() => import('./features/games/stage/stage.tsx'), 'Stage')
const DailyDay = lazyNamed(() => import('./features/daily/daily-day.tsx'), 'DailyDayScreen')
const DailyPlay = lazyNamed(() => import('./features/daily/daily-play.tsx'), 'DailyPlay')
const DailyAnswers = lazyNamed(() => import('./features/daily/daily-answers.tsx'), 'DailyAnswers')
const DailyArchive = lazyNamed(() => import('./features/daily/daily-archive.tsx'), 'DailyArchive')
const DailyWeeks = lazyNamed(() => import('./features/daily/daily-weeks.tsx'), 'DailyWeeks')
const AdminsOnly = lazyNamed(() => import('./routes/app/admin/admins-only.tsx'), 'AdminsOnly')

const { titles } = strings

/** The screens that pages come with, including the frames around them. */
const DRAWN_SCREENS: Readonly<Record<string, readonly LazyComponent<object>[]>> = {
  '/app/dashboard': [Queries, AppLayout, Dashboard],
  '/app/practice/play': [Queries, AppLayout, PracticePlay],
  '/def/infinite-game': [Queries, DefLayout, VisitorQuiz],
}

/** Loads the screen that the page has drawn, if any, so that the app can replace it in one step. */
export async function loadDrawnScreen(path: string): Promise<void> {
  await Promise.all((DRAWN_SCREENS[path] ?? []).map(({ preload }) => preload()))
}

/** Every route of product 2. An unknown one leads to `/`. */
export function AppRoutes() {
  return (
    <Suspense fallback={null}>
      <Routes>
        <Route index element={<Redirect to="/base" />} />
        <Route path="base">{baseRoutes()}</Route>
        <Route element={<Queries />}>
          <Route path="base/pages/:slug" element={<LegalPage />} />
          <Route path="def" element={<VisitorsOnly />}>
            <Route index element={<Redirect to="/" />} />
            <Route element={<DefLayout />}>
              <Route path="infinite-game" element={screen(titles.tryQuiz, VisitorQuiz)} />
              <Route path="daily">{dailyRoutes()}</Route>
            </Route>
          </Route>
          <Route path="stage" element={screen(titles.stage, Stage)} />
          <Route path="app" element={<AppLayout />}>
            {appRoutes()}
          </Route>
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

function appRoutes(): ReactNode {
  return (
    <>
      <Route index element={<Redirect to="/app/dashboard" />} />
      <Route path="dashboard">
        <Route index element={screen(titles.dashboard, Dashboard)} />
        <Route path="profile" element={screen(titles.profile, Profile)} />
        <Route path="leaderboard" element={screen(titles.leaderboard, LeaderboardScreen)} />
        <Route path="stats" element={screen(titles.stats, MyStats)} />
        <Route path="premium" element={screen(titles.plans, Plans)} />
        <Route path="premium/success" element={screen(titles.paymentSuccess, PaymentSuccess)} />
        <Route path="premium/interrupt" element={screen(titles.paymentInterrupted, PaymentInterrupted)} />
      </Route>
      <Route path="practice">
        <Route index element={<Redirect to="/app/practice/settings" />} />
        <Route path="settings" element={screen(titles.practiceSettings, PracticeSettings)} />
        <Route path="play" element={screen(titles.practicePlay, PracticePlay)} />
      </Route>
      <Route path="private-game">
        <Route index element={screen(titles.gameModes, GameModeChooser)} />
        <Route path="settings" element={screen(titles.gameSettings, GameSettings)} />
        <Route path="lobby" element={screen(titles.gameLobby, GameLobby)} />
        <Route path="play" element={screen(titles.gamePlay, GamePlay)} />
        <Route path="results" element={screen(titles.gameResults, GameResults)} />
        <Route path="answers" element={screen(titles.gameAnswers, Answers)} />
        <Route path="watch" element={screen(titles.watchGame, WatchGame)} />
        <Route path="join" element={screen(titles.joinGame, JoinGame)} />
        <Route path="join/:gameId" element={screen(titles.joiningGame, JoinGameByLink)} />
        <Route path="stage/:letters" element={screen(titles.gameLobby, StageLink)} />
      </Route>
      <Route path="daily">
        {dailyRoutes()}
        <Route path="weeks" element={screen(titles.dailyWeeks, DailyWeeks)} />
      </Route>
      <Route path="admin/*" element={<AdminsOnly />} />
    </>
  )
}

/** The screens of the Daily Ten, for players and for visitors. */
function dailyRoutes(): ReactNode {
  return (
    <>
      <Route index element={screen(titles.daily, DailyDay)} />
      <Route path="archive" element={screen(titles.dailyArchive, DailyArchive)} />
      <Route path=":date" element={screen(titles.daily, DailyDay)} />
      <Route path=":date/play" element={screen(titles.daily, DailyPlay)} />
      <Route path=":date/answers" element={screen(titles.dailyAnswers, DailyAnswers)} />
    </>
  )
}

/** A shared link. Visitors stay below `/def`, which sends players to theirs. */
function SharedDay() {
  const { date = '' } = useParams()
  return <Redirect to={`/def/daily/${encodeURIComponent(date)}`} />
}

function screen(title: string, Body: ComponentType): ReactNode {
  return (
    <Screen title={title}>
      <Body />
    </Screen>
  )
}

function Redirect({ to }: { to: string }) {
  return <Navigate to={to} replace />
}
