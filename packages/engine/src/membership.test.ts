import { describe, expect, test } from 'vitest'
import { attachedUserIds } from './game-state.ts'
import { step } from './game.ts'
import { rematchLobby } from './lobby.ts'
import { accept, refuse } from './step.ts'
import { answerId, buildLobby, GAME_ID, HOST, playerId, START_MS, userId } from './testing/fixtures.ts'
import {
  after,
  answers,
  asksFor,
  awardsIn,
  erases,
  finishedGame,
  joins,
  leaves,
  lobbyOf,
  OPENED_MS,
  QUESTIONS,
  removes,
  renames,
  runningGame,
  startingGame,
  timePasses,
  updatesIn,
} from './testing/events.ts'

describe('the lobby', () => {
  test('a new game is a lobby with its creator in it and set to 10 questions', () => {
    const lobby = buildLobby()
    expect(lobby).toMatchObject({
      status: 'pending',
      creatorId: HOST,
      settings: { topics: [], questionCount: 10 },
      version: 1,
    })
    expect(attachedUserIds(lobby)).toEqual([HOST])
  })

  test('a friend joins once; joining again changes nothing and notifies nobody', () => {
    const first = step(buildLobby(), [], joins(1), START_MS + 5)
    expect(first.state).toMatchObject({ version: 2, changedAtMs: START_MS + 5 })
    expect(first.state.players[1]).toMatchObject({ id: playerId(1), userId: userId(1), name: 'Player 0001', points: 0 })
    expect(updatesIn(first)).toEqual(['player_joined'])
    expect(step(first.state, [], joins(1), START_MS + 6)).toEqual(accept(first.state))
  })

  test('a player chooses another name, and the others are notified; the same name changes nothing', () => {
    const lobby = lobbyOf(3)
    const renamed = step(lobby, [], renames(1, 'Mira Holt'), START_MS + 5)
    expect(renamed.state.players.map(({ name }) => name)).toEqual(['Player 0000', 'Mira Holt', 'Player 0002'])
    expect(renamed.state.players[1]).toEqual({ ...lobby.players[1], name: 'Mira Holt' })
    expect(renamed.state).toMatchObject({ version: lobby.version + 1, changedAtMs: START_MS + 5 })
    expect(updatesIn(renamed)).toEqual(['player_renamed'])
    expect(renamed.changesMembers).toBe(false)
    expect(step(renamed.state, [], renames(1, 'Mira Holt'), START_MS + 6)).toEqual(accept(renamed.state))
    expect(step(lobby, [], renames(9, 'Mira Holt'), START_MS)).toEqual(accept(lobby))
  })

  test('once the countdown has begun, names stay', () => {
    for (const game of [startingGame(2), runningGame(2), finishedGame(2)]) {
      expect(step(game, QUESTIONS, renames(1, 'Mira Holt'), game.changedAtMs)).toEqual(accept(game))
    }
  })

  test('50 can play, for the 51st the game is full, and its players can still join again', () => {
    const full = lobbyOf(50)
    expect(step(full, [], joins(50), START_MS).refused).toBe('game_full')
    expect(step(full, [], joins(49), START_MS).refused).toBeNull()
    expect(step(lobbyOf(49), [], joins(49), START_MS).refused).toBeNull()
  })

  test('joining ends when the countdown begins, except for players of the game', () => {
    for (const game of [startingGame(2), runningGame(2)]) {
      expect(step(game, QUESTIONS, joins(9), game.changedAtMs).refused).toBe('game_started')
      expect(step(game, QUESTIONS, joins(1), game.changedAtMs)).toEqual(accept(game))
    }
  })

  test('a finished game can be joined by its players only, an archived one by nobody', () => {
    const finished = finishedGame(2)
    expect(step(finished, QUESTIONS, joins(9), finished.changedAtMs).refused).toBe('game_not_found')
    expect(step(finished, QUESTIONS, joins(1), finished.changedAtMs).refused).toBeNull()
    const archived = after(finished, QUESTIONS, [asksFor(0, 'archived'), finished.changedAtMs])
    expect(step(archived, QUESTIONS, joins(0), finished.changedAtMs).refused).toBe('game_not_found')
  })

  test('a guest who leaves the lobby is the only one notified that they are in no game, and may come back', () => {
    const left = step(lobbyOf(3), [], leaves(1), START_MS)
    expect(attachedUserIds(left.state)).toEqual([HOST, userId(2)])
    expect(updatesIn(left)).toEqual([`player_left to ${userId(1)}`, 'player_left'])
    expect(left.state.status).toBe('pending')
    expect(step(left.state, [], joins(1), START_MS).state.players).toHaveLength(3)
  })

  test('the last guest leaves and the lobby stays open', () => {
    expect(step(lobbyOf(2), [], leaves(1), START_MS).state.status).toBe('pending')
  })
})

describe('removing a player', () => {
  test('the player leaves the lobby and is notified, and so are the others', () => {
    const removed = step(lobbyOf(3), [], removes(0, 1), START_MS)
    expect(attachedUserIds(removed.state)).toEqual([HOST, userId(2)])
    expect(removed.state.players).toHaveLength(2)
    expect(updatesIn(removed)).toEqual([`player_removed to ${userId(1)}`, 'player_removed'])
    expect(removed.state.status).toBe('pending')
  })

  test('the player cannot join that game again, whatever its status; somebody else can', () => {
    const removed = after(lobbyOf(4), QUESTIONS, [removes(0, 1), START_MS])
    expect(step(removed, [], joins(1), START_MS)).toEqual(refuse(removed, 'removed_from_game'))
    expect(step(removed, [], joins(9), START_MS).refused).toBeNull()
    const started = after(removed, QUESTIONS, [asksFor(0, 'starting'), START_MS])
    expect(step(started, QUESTIONS, joins(1), START_MS).refused).toBe('removed_from_game')
  })

  test('a rematch is a new game, which does not know whom the first one was closed to', () => {
    const removed = after(lobbyOf(3), [], [removes(0, 1), START_MS])
    expect(rematchLobby(removed, GAME_ID).removedUserIds).toEqual([])
  })

  test('only the creator removes players, and not themselves', () => {
    const lobby = lobbyOf(3)
    expect(step(lobby, [], removes(1, 2), START_MS)).toEqual(refuse(lobby, 'not_creator'))
    expect(step(lobby, [], removes(9, 2), START_MS)).toEqual(refuse(lobby, 'no_game'))
    expect(step(lobby, [], removes(0, 0), START_MS)).toEqual(refuse(lobby, 'creator_cannot_leave'))
  })

  test('somebody who is not in the lobby is not found; removing a player twice changes nothing', () => {
    const lobby = lobbyOf(3)
    expect(step(lobby, [], removes(0, 9), START_MS)).toEqual(refuse(lobby, 'not_found'))
    const removed = after(lobby, [], [removes(0, 1), START_MS])
    expect(step(removed, [], removes(0, 1), START_MS + 1)).toEqual(accept(removed))
  })

  test('nobody is removed once the countdown has begun', () => {
    for (const game of [startingGame(3), runningGame(3), finishedGame(3)])
      expect(step(game, QUESTIONS, removes(0, 1), game.changedAtMs)).toEqual(refuse(game, 'game_started'))
  })

  test('the row of a deleted account can be removed too', () => {
    const erased = after(lobbyOf(3), [], [erases(1), START_MS])
    const removed = step(erased, [], removes(0, 1), START_MS)
    expect(removed.state.players.map(({ userId: user }) => user)).toEqual([HOST, userId(2)])
    expect(updatesIn(removed)).toEqual(['player_removed'])
    expect(removed.changesMembers).toBe(false)
  })
})

describe('leaving', () => {
  test("a leaver's points and row go, their answer stays, and the question closes once all others have answered", () => {
    const answered = after(
      runningGame(4),
      QUESTIONS,
      [answers(3, answerId(0, 0)), OPENED_MS],
      [answers(0, answerId(0, 1)), OPENED_MS],
      [answers(2, answerId(0, 1)), OPENED_MS],
    )
    const gone = step(answered, QUESTIONS, leaves(3), OPENED_MS + 1)
    expect(attachedUserIds(gone.state)).toEqual([HOST, userId(1), userId(2)])
    expect(gone.state.answers[0]?.[playerId(3)]).toMatchObject({ answer: answerId(0, 0) })
    expect(gone.state.isClosed).toBe(false)
    const last = step(gone.state, QUESTIONS, leaves(1), OPENED_MS + 2)
    expect(last.state).toMatchObject({ status: 'running', isClosed: true })
    expect(updatesIn(last)).toEqual([`player_left to ${userId(1)}`, 'question_closed'])
    expect(step(last.state, QUESTIONS, answers(1, answerId(0, 0)), OPENED_MS + 3).refused).toBe('no_running_game')
  })

  test('a reveal continues if a player leaves during it', () => {
    const closed = after(runningGame(3), QUESTIONS, [timePasses, OPENED_MS + 21_000])
    const left = step(closed, QUESTIONS, leaves(2), OPENED_MS + 22_000)
    expect(left.state).toMatchObject({ status: 'running', isClosed: true, phaseEndsAtMs: OPENED_MS + 26_000 })
    expect(left.state.version).toBe(closed.version + 1)
  })

  test('with one player left a starting or running game finishes as abandoned, and that player earns points', () => {
    const answered = after(runningGame(2), QUESTIONS, [answers(0, answerId(0, 0)), OPENED_MS])
    const abandoned = step(answered, QUESTIONS, leaves(1), OPENED_MS + 5)
    expect(abandoned.state).toMatchObject({ status: 'finished', players: [{ userId: HOST, points: 1_000 }] })
    expect(updatesIn(abandoned)).toEqual([`player_left to ${userId(1)}`, 'finished'])
    expect(awardsIn(abandoned)).toEqual([[HOST, 10]])
    expect(step(startingGame(2), QUESTIONS, leaves(1), START_MS).state.status).toBe('finished')
    expect(step(startingGame(3), QUESTIONS, leaves(1), START_MS).state.status).toBe('starting')
  })

  test('a player who leaves the results is detached: their row stays, and the others get no update', () => {
    const finished = finishedGame(3)
    const detached = step(finished, QUESTIONS, leaves(1), finished.changedAtMs)
    expect(detached.state.players.map(({ userId: user }) => user)).toEqual(finished.players.map((p) => p.userId))
    expect(attachedUserIds(detached.state)).toEqual([HOST, userId(2)])
    expect(updatesIn(detached)).toEqual([`player_left to ${userId(1)}`])
    expect(detached.state).toMatchObject({ status: 'finished', version: finished.version + 1 })
    expect(step(detached.state, QUESTIONS, joins(1), finished.changedAtMs).refused).toBe('game_not_found')
    expect(step(detached.state, QUESTIONS, asksFor(1, 'archived'), finished.changedAtMs).refused).toBe('no_game')
  })

  test('the creator cannot leave in any status, but can cancel or archive', () => {
    for (const game of [lobbyOf(2), startingGame(2), runningGame(2), finishedGame(2)]) {
      const stayed = step(game, QUESTIONS, leaves(0), game.changedAtMs)
      expect(stayed).toEqual(refuse(game, 'creator_cannot_leave'))
    }
  })

  test('leaving a game one is not in is accepted and changes nothing', () => {
    const archived = after(lobbyOf(2), [], [asksFor(0, 'archived'), START_MS])
    for (const [game, player] of [
      [lobbyOf(2), 9],
      [archived, 1],
      [archived, 0],
    ] as const) {
      expect(step(game, [], leaves(player), START_MS)).toEqual(accept(game))
    }
  })
})
