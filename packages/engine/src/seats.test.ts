import { MAX_PLAYERS } from '@quizmaster/contract/limits'
import { describe, expect, test } from 'vitest'
import type { GameEvent } from './game-event.ts'
import { findSeat, type GameState, seatsOf, watcherIdsOf } from './game-state.ts'
import { step } from './game.ts'
import { rematchLobby } from './lobby.ts'
import { answerId, GAME_ID, HOST, playerId, userId } from './testing/fixtures.ts'
import {
  after,
  answers,
  asksFor,
  asksForRematch,
  erases,
  finishedGame,
  joins,
  leaves,
  leavesSeat,
  lobbyOf,
  OPENED_MS,
  QUESTIONS,
  removes,
  renames,
  replaces,
  runningGame,
  saves,
  startingGame,
  takesSeat,
} from './testing/events.ts'
import { viewFor } from './views.ts'

const happens = (state: GameState, event: GameEvent, atMs = state.changedAtMs) => step(state, QUESTIONS, event, atMs)
const then = (state: GameState, ...events: GameEvent[]) =>
  after(state, QUESTIONS, ...events.map((event): [GameEvent, number] => [event, state.changedAtMs]))
/** The lobby that follows, with everybody who had a seat. */
function rematchOf(state: GameState): GameState {
  return rematchLobby(happens(state, asksForRematch(0)).state, GAME_ID, seatsOf(state))
}

describe('a seat', () => {
  test('is taken in a game that has started, and the players see no change', () => {
    for (const state of [startingGame(2), runningGame(2), finishedGame(2)]) {
      const taken = happens(state, takesSeat(5), state.changedAtMs + 7)
      expect(taken).toMatchObject({ refused: null, update: null, changesMembers: false, watchers: [userId(5)] })
      const seat = { id: playerId(5), userId: userId(5), name: 'Player 0005', sinceMs: state.changedAtMs + 7 }
      expect(taken.state).toEqual({ ...state, seats: [seat], version: state.version + 1, changedAtMs: seat.sinceMs })
      expect(viewFor(taken.state, QUESTIONS, HOST, 0)).toEqual({
        ...viewFor(state, QUESTIONS, HOST, 0),
        version: state.version + 1,
      })
    }
  })

  test('is not taken in a lobby, in an archived game, or by a player of the game', () => {
    expect(happens(lobbyOf(2), takesSeat(5)).refused).toBe('game_not_started')
    expect(happens(lobbyOf(2), takesSeat(1)).refused).toBe('already_in_game')
    expect(happens(runningGame(2), takesSeat(1)).refused).toBe('already_in_game')
    const archived = happens(finishedGame(2), asksFor(0, 'archived')).state
    expect(happens(archived, takesSeat(5)).refused).toBe('game_not_found')
    expect(happens(archived, takesSeat(1)).refused).toBe('game_not_found')
  })

  test('is refused to a player whom the creator has removed', () => {
    const running = then(lobbyOf(3), removes(0, 2), asksFor(0, 'starting'))
    expect(happens(running, takesSeat(2)).refused).toBe('removed_from_game')
  })

  test('is taken once, and given up once', () => {
    const taken = then(runningGame(2), takesSeat(5), takesSeat(6))
    expect(happens(taken, takesSeat(5)).state).toBe(taken)
    const left = happens(taken, leavesSeat(5))
    expect(left).toMatchObject({ refused: null, update: null, watchers: [userId(5)] })
    expect(watcherIdsOf(left.state)).toEqual([userId(6)])
    expect(happens(left.state, leavesSeat(5)).state).toBe(left.state)
    expect(happens(left.state, leavesSeat(1)).state).toBe(left.state)
  })

  test('is one of 50 together with the players who are still in the game', () => {
    const seats = Array.from({ length: MAX_PLAYERS - 3 }, (_, index) => takesSeat(100 + index))
    const full = then(finishedGame(3), ...seats)
    expect(seatsOf(full)).toHaveLength(47)
    expect(happens(full, takesSeat(99)).refused).toBe('game_full')
    expect(happens(full, takesSeat(100)).refused).toBeNull()
    const another = then(full, leaves(1), takesSeat(99))
    expect(rematchOf(another).players).toHaveLength(MAX_PLAYERS)
  })

  test('is kept as the game continues, and answers nothing', () => {
    const watched = then(startingGame(2), takesSeat(5))
    const running = after(watched, QUESTIONS, [asksFor(0, 'running'), OPENED_MS])
    expect(happens(running, answers(5, answerId(0, 0))).refused).toBe('no_running_game')
    const finished = after(running, QUESTIONS, [asksFor(0, 'finished'), OPENED_MS])
    expect(watcherIdsOf(finished)).toEqual([userId(5)])
  })

  test('gets the name that its owner chooses later', () => {
    const watched = then(runningGame(2), takesSeat(5), takesSeat(6))
    const renamed = happens(watched, renames(5, 'Gecko'))
    expect(renamed).toMatchObject({ update: null, watchers: [userId(5)] })
    expect(findSeat(renamed.state, userId(5))).toMatchObject({ id: playerId(5), name: 'Gecko' })
    expect(findSeat(renamed.state, userId(6))).toMatchObject({ name: 'Player 0006' })
    expect(happens(renamed.state, renames(5, 'Gecko')).state).toBe(renamed.state)
  })

  test('goes with a deleted account', () => {
    const watched = then(finishedGame(3), leaves(1), takesSeat(1), takesSeat(5))
    const erased = happens(watched, erases(1))
    expect(watcherIdsOf(erased.state)).toEqual([userId(5)])
    expect(erased).toMatchObject({ update: 'player_left', watchers: [userId(1)] })
    expect(JSON.stringify(erased.state)).not.toContain('Player 0001')
    expect(happens(watched, erases(5))).toMatchObject({ update: null, watchers: [userId(5)] })
  })
})

describe('"Play again"', () => {
  test('makes players of those with a seat, after the others, with the id and name that they were shown', () => {
    const watched = then(finishedGame(2), takesSeat(9), takesSeat(5))
    const archived = happens(watched, asksForRematch(0))
    expect(archived).toMatchObject({ update: null, watchers: [userId(9), userId(5)] })
    expect(seatsOf(archived.state)).toEqual([])
    const lobby = rematchOf(watched)
    expect(lobby.players.map(({ id }) => id)).toEqual([0, 1, 9, 5].map(playerId))
    expect(lobby.players.at(-1)).toEqual({
      id: playerId(5),
      userId: userId(5),
      name: 'Player 0005',
      points: 0,
      totalMs: 0,
      isAttached: true,
    })
    expect(lobby).not.toHaveProperty('seats')
  })

  test('gives those with a seat their place in the evening, in the order in which they came', () => {
    const second = rematchOf(then(finishedGame(2), takesSeat(9), takesSeat(5)))
    expect(second.evening?.players).toEqual([0, 1, 9, 5].map(playerId))
    const third = rematchOf(then(second, joins(3), asksFor(0, 'starting'), asksFor(0, 'finished')))
    expect(third.evening?.players).toEqual([0, 1, 9, 5, 3].map(playerId))
  })

  test('gives a player who has left the results the id that they had', () => {
    const watched = then(finishedGame(3), leaves(1), { ...takesSeat(1), player: newcomer(1) } as GameEvent)
    const lobby = rematchOf(watched)
    expect(lobby.players.map(({ id }) => id)).toEqual([0, 2, 1].map(playerId))
    expect(lobby.evening?.players).toEqual([0, 1, 2].map(playerId))
  })
})

/** A user of a game who comes back under another player id. */
const newcomer = (player: number) => ({ id: playerId(77), userId: userId(player), name: 'Somebody' })

test('every end of a game without a rematch ends its seats', () => {
  const ends: [GameState, GameEvent, number?][] = [
    [finishedGame(2), asksFor(0, 'archived')],
    [runningGame(2), replaces(0)],
    [finishedGame(2), { type: 'time_passed' }, 3_600_000],
  ]
  for (const [state, event, waitMs = 0] of ends) {
    const watched = then(state, takesSeat(5))
    const ended = happens(watched, event, watched.changedAtMs + waitMs)
    expect(ended).toMatchObject({ state: { status: 'archived', seats: [] }, watchers: [userId(5)] })
  }
})

test('watching is switched off and on by the creator, in the lobby, and stays off in a rematch', () => {
  const off = saves(0, { isWatchable: false })
  const lobby = lobbyOf(2)
  const switchedOff = happens(lobby, off)
  expect(switchedOff.update).toBe('settings_changed')
  expect(viewFor(switchedOff.state, [], HOST, 0).settings).toEqual({
    ...viewFor(lobby, [], HOST, 0).settings,
    is_watchable: false,
  })
  expect(happens(switchedOff.state, off).state).toBe(switchedOff.state)
  expect(happens(switchedOff.state, saves(0, { questionCount: 7 })).state.settings.isWatchable).toBe(false)
  expect(happens(switchedOff.state, saves(0, { isWatchable: true })).state.settings).toEqual(lobby.settings)
  expect(happens(lobby, saves(0, { isWatchable: true })).state).toBe(lobby)
  expect(happens(runningGame(2), off).refused).toBe('bad_transition')
  const finished = then(switchedOff.state, asksFor(0, 'starting'), asksFor(0, 'finished'))
  expect(rematchOf(finished).settings.isWatchable).toBe(false)
})
