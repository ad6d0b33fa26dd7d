import type { RememberedGame } from './current-game.ts'

/** The screens of a private game. */
export type GameScreen =
  | 'chooser'
  | 'settings'
  | 'lobby'
  | 'play'
  | 'results'
  | 'answers'
  | 'watch'
  | 'join'
  | 'join_link'

/** Where the state of a game can lead. */
export type GameRoute = 'dashboard' | 'lobby' | 'play' | 'results'

export const GAME_PATHS = {
  dashboard: '/app/dashboard',
  chooser: '/app/private-game',
  settings: '/app/private-game/settings',
  lobby: '/app/private-game/lobby',
  play: '/app/private-game/play',
  results: '/app/private-game/results',
  answers: '/app/private-game/answers',
  watch: '/app/private-game/watch',
  join: '/app/private-game/join',
  stage: '/app/private-game/stage',
} as const

/** The screen at a path; null outside private games. */
export function gameScreenAt(pathname: string): GameScreen | null {
  const path = pathname.replace(/\/+$/, '')
  if (path.startsWith(`${GAME_PATHS.join}/`)) return 'join_link'
  const screens = ['chooser', 'settings', 'lobby', 'play', 'results', 'answers', 'watch', 'join'] as const
  return screens.find((screen) => GAME_PATHS[screen] === path) ?? null
}

/** What routing needs to know about the current game. */
export interface RoutedGame extends RememberedGame {
  readonly isHost: boolean
}

/**
 * The route that the state of the game leads to from a screen; null to stay (contract 8). `before` is the game at the
 * previous check, because some routes follow from a change.
 */
export function routeFor(screen: GameScreen, before: RememberedGame | null, now: RoutedGame | null): GameRoute | null {
  if (!now) return isOfOneGame(screen) ? 'dashboard' : null
  if (screen === 'join_link') return null
  if (screen === 'watch') return screenOfGame(now)
  if (hasBegun(before, now)) return screen === 'play' ? null : 'play'
  if (isRematch(before, now)) return screen === 'play' || screen === 'results' || screen === 'answers' ? 'lobby' : null
  if (now.status === 'finished')
    return screen === 'lobby' || screen === 'play' || screen === 'settings' ? 'results' : null
  if (screen === 'join' || screen === 'answers') return 'lobby'
  if (screen === 'settings') return now.isHost && now.status === 'pending' ? null : 'lobby'
  return null
}

/** Screens that need a game. */
function isOfOneGame(screen: GameScreen): boolean {
  return screen !== 'chooser' && screen !== 'watch' && screen !== 'join' && screen !== 'join_link'
}

/** The screen for the current state of the game. A player with a game of their own does not watch another. */
function screenOfGame({ status }: RoutedGame): GameRoute {
  if (status === 'finished') return 'results'
  return status === 'running' ? 'play' : 'lobby'
}

function hasBegun(before: RememberedGame | null, now: RememberedGame): boolean {
  return (
    before?.id === now.id && (before.status === 'starting' || before.status === 'pending') && now.status === 'running'
  )
}

/** The host plays again: the same players are in a new lobby. */
function isRematch(before: RememberedGame | null, now: RememberedGame): boolean {
  return before !== null && before.id !== now.id && now.status === 'pending'
}
