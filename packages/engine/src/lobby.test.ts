import type { GameId } from '@quizmaster/contract/ids'
import { describe, expect, test } from 'vitest'
import { attachedUserIds } from './game-state.ts'
import { step } from './game.ts'
import { rematchLobby } from './lobby.ts'
import { accept, refuse } from './step.ts'
import { HOST, topicId, userId } from './testing/fixtures.ts'
import {
  after,
  asksFor,
  asksForRematch,
  erases,
  finishedGame,
  leaves,
  lobbyOf,
  QUESTIONS,
  runningGame,
} from './testing/events.ts'

const NEW_ID = '87654321' as GameId

describe('a rematch', () => {
  test('is a new lobby with the same settings and the players still attached; the old game is archived', () => {
    const finished = finishedGame(3)
    const left = after(finished, QUESTIONS, [leaves(1), finished.changedAtMs])
    const taken = step(left, QUESTIONS, asksForRematch(0), left.changedAtMs + 9)
    expect(taken.state).toMatchObject({ id: left.id, status: 'archived', version: left.version + 1 })
    expect(taken, 'without an update of the old game').toEqual({ ...accept(taken.state), changesMembers: true })

    const lobby = rematchLobby(taken.state, NEW_ID)
    expect(lobby).toMatchObject({
      id: NEW_ID,
      creatorId: HOST,
      status: 'pending',
      settings: { topics: [topicId(1)], questionCount: 3 },
      askedCount: 0,
      answers: [],
      phaseEndsAtMs: null,
      version: 1,
      changedAtMs: left.changedAtMs + 9,
    })
    expect(attachedUserIds(lobby)).toEqual([HOST, userId(2)])
    expect(lobby.players.every(({ points, totalMs }) => points === 0 && totalMs === 0)).toBe(true)
  })

  test('can be requested by the creator only, for a finished game that is not archived yet', () => {
    const finished = finishedGame(2)
    const ask = (game = finished, player = 0, atMs = game.changedAtMs) =>
      step(game, QUESTIONS, asksForRematch(player), atMs)
    expect(ask(finished, 1)).toEqual(refuse(finished, 'not_creator'))
    expect(ask(finished, 9).refused).toBe('no_game')
    expect(ask(lobbyOf(2)).refused).toBe('bad_transition')
    expect(ask(runningGame(2)).refused).toBe('bad_transition')
    expect(ask(after(finished, QUESTIONS, [asksFor(0, 'archived'), 0])).refused).toBe('bad_transition')
    const tooLate = ask(finished, 0, finished.changedAtMs + 3_600_000)
    expect(tooLate).toMatchObject({ refused: 'bad_transition', state: { status: 'archived' }, update: 'archived' })
  })

  test('does not exist for a game whose creator has deleted their account', () => {
    const finished = finishedGame(3)
    const orphaned = after(finished, QUESTIONS, [erases(0), finished.changedAtMs])
    expect(() => rematchLobby(orphaned, NEW_ID)).toThrow('no creator')
  })
})
