import { MAX_STAGES } from '@quizmaster/contract/limits'
import { describe, expect, test } from 'vitest'
import type { GameEvent } from './game-event.ts'
import type { GameState } from './game-state.ts'
import { step } from './game.ts'
import { rematchLobby } from './lobby.ts'
import { GAME_ID, HOST, stageId, START_MS } from './testing/fixtures.ts'
import {
  after,
  asksForRematch,
  attachesStage,
  finishedGame,
  joins,
  lobbyOf,
  locks,
  QUESTIONS,
  runningGame,
  showsId,
  startingGame,
  stopsStages,
} from './testing/events.ts'
import { stageViewOf } from './stage-view.ts'
import { viewFor } from './views.ts'

const LATER_MS = START_MS + 60_000
const happens = (state: GameState, event: GameEvent) => step(state, QUESTIONS, event, LATER_MS)
const then = (state: GameState, ...events: GameEvent[]) =>
  after(state, QUESTIONS, ...events.map((event): [GameEvent, number] => [event, LATER_MS]))
const hostView = (state: GameState) => viewFor(state, QUESTIONS, HOST, 0)

describe('a locked lobby', () => {
  test('lets nobody else join until it is unlocked, and tells its players that it is locked', () => {
    const locked = then(lobbyOf(2), locks(0, true))
    expect(hostView(locked).is_locked).toBe(true)
    expect(happens(locked, joins(5)).refused).toBe('game_locked')
    expect(happens(locked, joins(1)).refused).toBeNull()
    const open = then(locked, locks(0, false))
    expect(hostView(open)).not.toHaveProperty('is_locked')
    expect(happens(open, joins(5)).refused).toBeNull()
  })

  test('is locked by its creator only, once, and before the start', () => {
    expect(happens(lobbyOf(2), locks(1, true)).refused).toBe('not_creator')
    expect(happens(lobbyOf(2), locks(7, true)).refused).toBe('no_game')
    for (const state of [startingGame(2), runningGame(2), finishedGame(2)])
      expect(step(state, QUESTIONS, locks(0, true), state.changedAtMs).refused).toBe('bad_transition')
    const locked = then(lobbyOf(2), locks(0, true))
    expect(happens(locked, locks(0, true)).state).toBe(locked)
    expect(happens(lobbyOf(2), locks(0, false)).update).toBeNull()
    expect(happens(locked, locks(0, false)).update).toBe('settings_changed')
  })

  test('does not stay locked after a rematch', () => {
    const finished = { ...finishedGame(2), isLocked: true }
    const archived = step(finished, QUESTIONS, asksForRematch(0), finished.changedAtMs).state
    expect(hostView(rematchLobby(archived, GAME_ID))).not.toHaveProperty('is_locked')
  })
})

describe('stages', () => {
  test('are attached, hidden from and stopped by the creator only', () => {
    const shown = then(lobbyOf(2), attachesStage(0, 1))
    for (const event of [attachesStage(1, 2), showsId(1, false), stopsStages(1)])
      expect(happens(shown, event).refused).toBe('not_creator')
    for (const event of [attachesStage(7, 2), showsId(7, false), stopsStages(7)])
      expect(happens(shown, event).refused).toBe('no_game')
  })

  test('follow the game in every status but archived', () => {
    for (const state of [lobbyOf(2), startingGame(2), runningGame(2), finishedGame(2)]) {
      const taken = step(state, QUESTIONS, attachesStage(0, 1), state.changedAtMs)
      expect(taken).toMatchObject({ refused: null, update: 'settings_changed' })
      expect(taken.state.stage).toEqual({ ids: [stageId(1)], isIdShown: true, sinceMs: state.changedAtMs })
      expect(hostView(taken.state).stage).toEqual({ is_id_shown: true })
    }
    const archived = step(finishedGame(2), QUESTIONS, asksForRematch(0), LATER_MS).state
    expect(step(archived, QUESTIONS, attachesStage(0, 1), archived.changedAtMs).refused).toBe('no_game')
  })

  test('can be several, up to a limit, which makes no difference to the players', () => {
    const one = then(lobbyOf(2), attachesStage(0, 1))
    const two = happens(one, attachesStage(0, 2))
    expect(two.state.stage?.ids).toEqual([stageId(1), stageId(2)])
    expect(two.update).toBeNull()
    expect(happens(one, attachesStage(0, 1)).state).toBe(one)
    const all = Array.from({ length: MAX_STAGES }, (_, index) => attachesStage(0, index))
    expect(happens(then(lobbyOf(2), ...all), attachesStage(0, MAX_STAGES)).refused).toBe('too_many_stages')
  })

  test('show the id until the creator hides it', () => {
    const shown = then(lobbyOf(2), attachesStage(0, 1))
    const hidden = happens(shown, showsId(0, false))
    expect(hidden.update).toBe('settings_changed')
    expect(hostView(hidden.state).stage).toEqual({ is_id_shown: false })
    expect(stageViewOf(hidden.state, [], 0)?.id).toBeNull()
    expect(stageViewOf(then(hidden.state, showsId(0, true)), [], 0)?.id).toBe(GAME_ID)
    expect(happens(shown, showsId(0, true)).state).toBe(shown)
    expect(happens(lobbyOf(2), showsId(0, false)).refused).toBe('no_stage')
  })

  test('show nothing once they are stopped', () => {
    const shown = then(lobbyOf(2), attachesStage(0, 1))
    const stopped = happens(shown, stopsStages(0))
    expect(stopped.update).toBe('settings_changed')
    expect(stageViewOf(stopped.state, [], 0)).toBeNull()
    expect(hostView(stopped.state)).not.toHaveProperty('stage')
    expect(happens(stopped.state, stopsStages(0)).state).toBe(stopped.state)
  })

  test('follow the lobby of a rematch, with the id hidden if it was', () => {
    const finished = finishedGame(2)
    const hidden = after(
      finished,
      QUESTIONS,
      [attachesStage(0, 1), finished.changedAtMs],
      [showsId(0, false), finished.changedAtMs],
    )
    const atMs = finished.changedAtMs + 1_000
    const archived = step(hidden, QUESTIONS, asksForRematch(0), atMs).state
    expect(stageViewOf(archived, QUESTIONS, 0)).toBeNull()
    expect(rematchLobby(archived, GAME_ID).stage).toEqual({ ids: [stageId(1)], isIdShown: false, sinceMs: atMs })
    const alone = step(finished, QUESTIONS, asksForRematch(0), atMs).state
    expect(rematchLobby(alone, GAME_ID)).not.toHaveProperty('stage')
  })
})
