const BASE = ['routes/base/layout.tsx']
/** What every screen of a signed-in user loads. */
export const APP = ['routes/queries.tsx', 'routes/app/player-routes.tsx']
const DEF = ['routes/queries.tsx', 'routes/def/visitor-routes.tsx']
const LOBBY = [...APP, 'routes/app/private-game/lobby.tsx']
const ADMIN = [...APP, 'routes/app/admin/admins-only.tsx', 'routes/app/admin/admin.tsx']

/**
 * What each route loads besides the entry until its screen is complete: frames, the screen, and what opens with it. Also
 * the list of the screens that bench/web measures.
 */
export const ROUTES: Readonly<Record<string, readonly string[]>> = {
  '/base/home': [...BASE, 'routes/base/home.tsx'],
  '/base/login/request-code': [...BASE, 'routes/base/login/request-code.tsx'],
  '/base/login/verify-code': [...BASE, 'routes/base/login/verify-code.tsx'],
  '/base/pages': ['routes/queries.tsx', 'routes/base/pages/legal-page.tsx'],
  '/def/infinite-game': [...DEF, 'features/practice/practice-journey.tsx'],
  '/def/daily': [...DEF, 'features/daily/daily-day.tsx'],
  '/def/daily/:date/play': [...DEF, 'features/daily/daily-play.tsx'],
  '/stage': ['routes/queries.tsx', 'features/games/stage/stage.tsx'],
  '/join': ['features/games/short-join.tsx'],
  '/app/dashboard': [...APP, 'routes/app/dashboard/home.tsx'],
  '/app/dashboard, offline': [...APP, 'routes/app/offline.tsx'],
  '/app/dashboard/profile': [...APP, 'routes/app/dashboard/profile.tsx'],
  '/app/dashboard/leaderboard': [...APP, 'routes/app/dashboard/leaderboard.tsx'],
  '/app/dashboard/stats': [...APP, 'routes/app/dashboard/stats.tsx'],
  '/app/dashboard/premium': [...APP, 'routes/app/dashboard/premium.tsx'],
  '/app/dashboard/premium/success': [...APP, 'routes/app/dashboard/premium-success.tsx'],
  '/app/dashboard/premium/interrupt': [...APP, 'routes/app/dashboard/premium-interrupt.tsx'],
  '/app/practice/settings': [...APP, 'features/practice/practice-settings.tsx'],
  '/app/practice/play': [...APP, 'routes/app/practice/play.tsx'],
  '/app/private-game': [...APP, 'features/games/game-modes.tsx'],
  '/app/private-game/settings': [...APP, 'features/games/game-settings.tsx'],
  '/app/private-game/lobby': [...LOBBY, 'ui/graphics/qr-code.tsx'],
  '/app/private-game/lobby, first game': [...LOBBY, 'features/accounts/name-sheet.tsx'],
  '/app/private-game/play': [...APP, 'features/games/game-play.tsx'],
  '/app/private-game/results': [...APP, 'features/games/results.tsx'],
  '/app/private-game/watch': [...APP, 'features/games/watch/watch-game.tsx'],
  '/app/private-game/answers': [...APP, 'routes/app/private-game/answers.tsx'],
  '/app/private-game/join': [...APP, 'features/games/join-game.tsx'],
  '/app/private-game/join/:gameId': [...APP, 'features/games/join-by-link.tsx'],
  '/app/private-game/stage/:letters': [...APP, 'features/games/stage-link.tsx'],
  '/app/daily': [...APP, 'features/daily/daily-day.tsx'],
  '/app/daily/archive': [...APP, 'features/daily/daily-archive.tsx'],
  '/app/daily/:date/play': [...APP, 'features/daily/daily-play.tsx'],
  '/app/daily/:date/answers': [...APP, 'features/daily/daily-answers.tsx'],
  '/app/admin': [...ADMIN, 'features/admin/complaint-list.tsx'],
  '/app/daily/weeks': [...APP, 'features/daily/daily-weeks.tsx'],
}
