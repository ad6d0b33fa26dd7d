import type { GameStatus } from '@quizmaster/contract/http/games'
import { expect, test } from 'vitest'
import { type GameScreen, gameScreenAt, type GameRoute, routeFor } from './game-routes.ts'

const SCREENS: GameScreen[] = ['chooser', 'join', 'join_link', 'settings', 'lobby', 'play', 'results']

type Row = Partial<Record<GameScreen, GameRoute>>
const game = (status: GameStatus, isHost: boolean, id = 'g1') => ({ id, status, isHost })

/** For each status and role, where each screen redirects (contract 8). Screens that are not listed stay. */
const TABLE: [GameStatus | 'none', 'host' | 'player', Row][] = [
  ['none', 'player', { settings: 'dashboard', lobby: 'dashboard', play: 'dashboard', results: 'dashboard' }],
  ['pending', 'host', { join: 'lobby' }],
  ['pending', 'player', { join: 'lobby', settings: 'lobby' }],
  ['starting', 'host', { join: 'lobby', settings: 'lobby' }],
  ['starting', 'player', { join: 'lobby', settings: 'lobby' }],
  ['running', 'host', { join: 'lobby', settings: 'lobby' }],
  ['running', 'player', { join: 'lobby', settings: 'lobby' }],
  ['finished', 'host', { settings: 'results', lobby: 'results', play: 'results' }],
  ['finished', 'player', { settings: 'results', lobby: 'results', play: 'results' }],
]

const CASES = TABLE.flatMap(([status, who, row]) =>
  SCREENS.map((screen) => ({ status, who, screen, way: row[screen] ?? null })),
)

test.each(CASES)('$status game, $who on $screen: $way', ({ status, who, screen, way }) => {
  const now = status === 'none' ? null : game(status, who === 'host')
  expect(routeFor(screen, now, now)).toBe(way)
})

test.each(SCREENS)(
  'a game that starts leads from %s to play, except from play itself and a followed link',
  (screen) => {
    const way = screen === 'play' || screen === 'join_link' ? null : 'play'
    expect(routeFor(screen, game('starting', false), game('running', false))).toBe(way)
  },
)

test('a device that slept through the start goes on to the game', () => {
  expect(routeFor('lobby', game('pending', false), game('running', false))).toBe(
    routeFor('lobby', game('starting', false), game('running', false)),
  )
})

test('a game that was running before does not lead players out of the lobby', () => {
  expect(routeFor('lobby', game('running', false), game('running', false))).toBeNull()
  expect(routeFor('lobby', null, game('running', false))).toBeNull()
  expect(routeFor('lobby', game('starting', false, 'g0'), game('running', false))).toBeNull()
})

test('a rematch leads the players from the results of the old game to the new lobby', () => {
  expect(routeFor('results', game('finished', false), game('pending', false, 'g2'))).toBe('lobby')
  expect(routeFor('lobby', game('finished', false), game('pending', false, 'g2'))).toBeNull()
})

test('a watcher is redirected to their own game once they have one, and otherwise stays', () => {
  expect(routeFor('watch', null, null)).toBeNull()
  expect(routeFor('watch', null, game('pending', false))).toBe('lobby')
  expect(routeFor('watch', null, game('starting', false))).toBe('lobby')
  expect(routeFor('watch', null, game('running', false))).toBe('play')
  expect(routeFor('watch', null, game('finished', false))).toBe('results')
})

test('a running game that ends leads from its screens to the results', () => {
  expect(routeFor('play', game('running', false), game('finished', false))).toBe('results')
  expect(routeFor('results', game('running', false), game('finished', false))).toBeNull()
})

test.each([
  ['/app/private-game', 'chooser'],
  ['/app/private-game/', 'chooser'],
  ['/app/private-game/lobby/', 'lobby'],
  ['/app/private-game/watch', 'watch'],
  ['/app/private-game/join', 'join'],
  ['/app/private-game/join/48213907', 'join_link'],
  ['/app/dashboard', null],
  ['/app/private-games', null],
])('%s is the screen %s', (path, screen) => {
  expect(gameScreenAt(path)).toBe(screen)
})
