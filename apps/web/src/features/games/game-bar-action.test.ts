import type { GameStatus } from '@quizmaster/contract/http/games'
import { expect, test } from 'vitest'
import { gameBarAction } from './game-bar-button.tsx'
import type { GameScreen } from './game-routes.ts'
import { buildGame, buildPlayer, GUEST_ID, HOST_ID } from './testing/build-game.ts'

const label = (status: GameStatus, userId: string, screen: GameScreen | null, isStarting = false) =>
  gameBarAction(buildGame({ status }), userId, screen, isStarting)?.label ?? null

test('there is no button without a game or before the game is known', () => {
  expect(gameBarAction(null, HOST_ID, null, false)).toBeNull()
  expect(gameBarAction(undefined, HOST_ID, 'lobby', false)).toBeNull()
})

test.each(['pending', 'starting', 'running', 'finished'] as const)(
  'on other screens the button leads to a %s game',
  (status) => {
    for (const screen of [null, 'chooser', 'settings', 'join', 'join_link'] as const) {
      expect(label(status, GUEST_ID, screen)).toBe('Active game')
    }
    expect(label(status, GUEST_ID, 'results')).toBeNull()
    expect(label(status, GUEST_ID, 'play')).toBeNull()
  },
)

test('the host of a lobby with other players can start the game', () => {
  expect(label('pending', HOST_ID, 'lobby')).toBe('Start game')
  expect(label('pending', HOST_ID, 'lobby', true)).toBe('Loading...')
  expect(label('starting', HOST_ID, 'lobby')).toBe('Starting...')
  expect(label('running', HOST_ID, 'lobby')).toBe('Go to game')
  expect(label('finished', HOST_ID, 'lobby')).toBeNull()
})

test("other players can't start the game, but can go to it once it is running", () => {
  expect(label('pending', GUEST_ID, 'lobby')).toBeNull()
  expect(label('starting', GUEST_ID, 'lobby')).toBeNull()
  expect(label('running', GUEST_ID, 'lobby')).toBe('Go to game')
})

test("a host without other players can't start the game", () => {
  const game = buildGame({ players: [buildPlayer('Mira')] })
  expect(gameBarAction(game, HOST_ID, 'lobby', false)).toBeNull()
})
