import type { GameId } from '@quizmaster/contract/ids'
import { describe, expect, test } from 'vitest'
import { attachedUserIds } from './game-state.ts'
import { rematch } from './rematch.ts'
import { HOST, topicId, userId } from './testing/fixtures.ts'
import { after, asksFor, finishedGame, leaves, lobbyOf, QUESTIONS, runningGame } from './testing/table.ts'

const NEW_ID = '87654321' as GameId

describe('a rematch', () => {
  test('is a new lobby with the same settings and the players still attached; the old game is archived', () => {
    const finished = finishedGame(3)
    const left = after(finished, QUESTIONS, [leaves(1), finished.changedAtMs])
    const { state, fresh, effects, refused } = rematch(
      left,
      QUESTIONS,
      { userId: HOST, gameId: NEW_ID },
      left.changedAtMs + 9,
    )
    expect(refused).toBeNull()
    expect(state).toMatchObject({ id: left.id, status: 'archived', version: left.version + 1 })
    expect(fresh).toMatchObject({
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
    expect(fresh && attachedUserIds(fresh)).toEqual([HOST, userId(2)])
    expect(fresh?.players.every(({ points, totalMs }) => points === 0 && totalMs === 0)).toBe(true)
    expect(effects, 'one update, of the new game').toEqual([{ type: 'publish', reason: 'rematch' }])
  })

  test('is for the creator, of a finished game that is not archived yet', () => {
    const finished = finishedGame(2)
    const ask = (game = finished, player = 0, atMs = game.changedAtMs) =>
      rematch(game, QUESTIONS, { userId: userId(player), gameId: NEW_ID }, atMs)
    expect(ask(finished, 1)).toEqual({ state: finished, fresh: null, effects: [], refused: 'not_creator' })
    expect(ask(finished, 9).refused).toBe('no_game')
    expect(ask(lobbyOf(2)).refused).toBe('bad_transition')
    expect(ask(runningGame(2)).refused).toBe('bad_transition')
    expect(ask(after(finished, QUESTIONS, [asksFor(0, 'archived'), 0])).refused).toBe('bad_transition')
    const tooLate = ask(finished, 0, finished.changedAtMs + 3_600_000)
    expect(tooLate).toMatchObject({ fresh: null, refused: 'bad_transition', state: { status: 'archived' } })
  })
})
