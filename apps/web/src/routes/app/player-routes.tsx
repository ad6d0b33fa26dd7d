import { Route, Routes } from 'react-router'
import { lazyNamed } from '../../platform/lazy.ts'
import { dailyRoutes } from '../daily-routes.tsx'
import { Redirect, screen } from '../screen.tsx'
import { strings } from '../strings.ts'
import { AppLayout } from './layout.tsx'

export const Dashboard = lazyNamed(() => import('./dashboard/home.tsx'), 'Dashboard')
const Profile = lazyNamed(() => import('./dashboard/profile.tsx'), 'Profile')
const LeaderboardScreen = lazyNamed(() => import('./dashboard/leaderboard.tsx'), 'LeaderboardScreen')
const MyStats = lazyNamed(() => import('./dashboard/stats.tsx'), 'MyStats')
const Plans = lazyNamed(() => import('./dashboard/premium.tsx'), 'Plans')
const PaymentSuccess = lazyNamed(() => import('./dashboard/premium-success.tsx'), 'PaymentSuccess')
const PaymentInterrupted = lazyNamed(() => import('./dashboard/premium-interrupt.tsx'), 'PaymentInterrupted')
const PracticeSettings = lazyNamed(() => import('../../features/practice/practice-settings.tsx'), 'PracticeSettings')
export const PracticePlay = lazyNamed(() => import('./practice/play.tsx'), 'PracticePlay')
const GameModeChooser = lazyNamed(() => import('../../features/games/game-modes.tsx'), 'GameModeChooser')
const GameSettings = lazyNamed(() => import('../../features/games/game-settings.tsx'), 'GameSettings')
const Lobby = lazyNamed(() => import('./private-game/lobby.tsx'), 'Lobby')
const GamePlay = lazyNamed(() => import('../../features/games/game-play.tsx'), 'GamePlay')
const GameResults = lazyNamed(() => import('../../features/games/results.tsx'), 'GameResults')
const Answers = lazyNamed(() => import('./private-game/answers.tsx'), 'Answers')
const WatchGame = lazyNamed(() => import('../../features/games/watch/watch-game.tsx'), 'WatchGame')
const JoinGame = lazyNamed(() => import('../../features/games/join-game.tsx'), 'JoinGame')
const JoinGameByLink = lazyNamed(() => import('../../features/games/join-by-link.tsx'), 'JoinGameByLink')
const StageLink = lazyNamed(() => import('../../features/games/stage-link.tsx'), 'StageLink')
const DailyWeeks = lazyNamed(() => import('../../features/daily/daily-weeks.tsx'), 'DailyWeeks')
const AdminsOnly = lazyNamed(() => import('./admin/admins-only.tsx'), 'AdminsOnly')

const { titles } = strings

/** All routes below `/app`: the players' screens. An unknown path leads to `/`. */
export function PlayerRoutes() {
  return (
    <Routes>
      <Route element={<AppLayout />}>
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
          <Route path="lobby" element={screen(titles.gameLobby, Lobby)} />
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
      </Route>
      <Route path="*" element={<Redirect to="/" />} />
    </Routes>
  )
}
