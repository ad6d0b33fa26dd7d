import type { PlayerId } from '@quizmaster/contract/ids'
import { expect, test } from 'vitest'
import type { GameState } from './game-state.ts'
import { rematchLobby } from './lobby.ts'
import { answerId, GAME_ID, playerId, START_MS, userId } from './testing/fixtures.ts'
import {
  after,
  answers,
  asksFor,
  asksForRematch,
  finishedGame,
  joins,
  leaves,
  OPENED_MS,
  QUESTIONS,
  runningGame,
  startingGame,
  timePasses,
} from './testing/events.ts'
import { viewFor } from './views.ts'

const [anna, ben, mira] = [playerId(0), playerId(1), playerId(2)]
const eveningIn = (state: GameState) => viewFor(state, QUESTIONS, userId(0), START_MS).evening
const LATER_MS = START_MS + 3_600_000

/** Everybody answers the first question at once, only players `right` correctly; then nobody answers until the end. */
function played(state: GameState, ...right: number[]): GameState {
  const openedMs = state.phaseStartedAtMs
  const all = state.players.map(({ id }): [ReturnType<typeof answers>, number] => {
    const player = Number(id.slice(-12))
    return [answers(player, answerId(0, right.includes(player) ? 0 : 1)), openedMs]
  })
  return after(state, QUESTIONS, ...all, [timePasses, openedMs + 300_000])
}

/** The lobby after the game, and its first question. */
const lobbyAfter = (state: GameState) =>
  rematchLobby(after(state, QUESTIONS, [asksForRematch(0), state.changedAtMs]), GAME_ID)
const startedAfter = (lobby: GameState) =>
  after(lobby, QUESTIONS, [asksFor(0, 'starting'), LATER_MS], [timePasses, LATER_MS + 4_000])

test('the first game has no evening; the next ones count who has won', () => {
  const first = played(runningGame(3), 1)
  expect(eveningIn(first)).toBeUndefined()
  const lobby = lobbyAfter(first)
  expect(eveningIn(lobby)).toEqual({ wins: { [ben]: 1 }, players: [anna, ben, mira] })
  const second = startedAfter(lobby)
  expect(eveningIn(second)?.wins).toEqual({ [ben]: 1 })
  expect(eveningIn(played(second, 1))?.wins).toEqual({ [ben]: 2 })
  expect(eveningIn(lobbyAfter(played(second, 0)))?.wins).toEqual({ [ben]: 1, [anna]: 1 })
})

test('players with the same points and time have both won', () => {
  expect(eveningIn(lobbyAfter(played(runningGame(3), 0, 2)))?.wins).toEqual({ [anna]: 1, [mira]: 1 })
})

test('of players with the same points the faster one has won', () => {
  const first = after(
    runningGame(2),
    QUESTIONS,
    [answers(0, answerId(0, 0)), OPENED_MS],
    [answers(1, answerId(0, 0)), OPENED_MS],
    [timePasses, OPENED_MS + 5_000],
    [answers(1, answerId(1, 1), 1_000), OPENED_MS + 6_000],
  )
  const over = after(first, QUESTIONS, [timePasses, OPENED_MS + 300_000])
  expect(over.players.map(({ points }) => points)).toEqual([1_000, 1_000])
  expect(eveningIn(lobbyAfter(over))?.wins).toEqual({ [ben]: 1 })
})

test('nobody wins a game that was cancelled or abandoned, or without a point', () => {
  const answered = after(runningGame(2), QUESTIONS, [answers(0, answerId(0, 0)), OPENED_MS])
  const abandoned = after(answered, QUESTIONS, [leaves(1), OPENED_MS])
  expect(abandoned.players[0]?.points).toBe(1_000)
  const cancelled = after(answered, QUESTIONS, [asksFor(0, 'finished'), OPENED_MS])
  for (const over of [cancelled, abandoned, finishedGame(2), after(startingGame(2), QUESTIONS, [leaves(1), START_MS])])
    expect(eveningIn(lobbyAfter(over))?.wins).toEqual({})
})

test('players who come later are listed after the earlier ones, regardless of their ids', () => {
  const second = lobbyAfter(played(runningGame(2), 1))
  const joined = after(second, QUESTIONS, [joins(9), LATER_MS], [joins(3), LATER_MS])
  const third = lobbyAfter(played(startedAfter(joined)))
  const order: PlayerId[] = [anna, ben, playerId(3), playerId(9)]
  expect(eveningIn(third)?.players).toEqual(order)
})
