import { describe, expect, test } from 'vitest'
import { nextWakeAt } from './deadlines.ts'
import { attachedUserIds } from './game-state.ts'
import { step } from './game.ts'
import { accept } from './step.ts'
import { answerId, HOST, playerId, START_MS, userId } from './testing/fixtures.ts'
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
  runningGame,
  timePasses,
  updatesIn,
} from './testing/events.ts'
import { viewFor } from './views.ts'

const namesOf = (state: Parameters<typeof viewFor>[0]) => state.players.map(({ name }) => name)

describe('a deleted account', () => {
  test('is shown as "Deleted player" in a lobby, and the others are notified', () => {
    const lobby = lobbyOf(3)
    const erased = step(lobby, [], erases(1), START_MS + 1)
    expect(namesOf(erased.state)).toEqual(['Player 0000', 'Deleted player', 'Player 0002'])
    expect(erased.state).toMatchObject({ status: 'pending', version: lobby.version + 1 })
    expect(updatesIn(erased)).toEqual(['player_left'])
    expect(attachedUserIds(erased.state)).toEqual([HOST, userId(2)])
    expect(step(erased.state, [], erases(1), START_MS + 2)).toEqual(accept(erased.state))
  })

  test('does not count towards the two players a start needs', () => {
    const lobby = after(lobbyOf(2), [], [erases(1), START_MS])
    expect(step(lobby, QUESTIONS, asksFor(0, 'starting'), START_MS).refused).toBe('not_enough_players')
    const joined = after(lobby, QUESTIONS, [joins(2), START_MS], [asksFor(0, 'starting'), START_MS])
    expect(joined.status).toBe('starting')
  })

  test('archives the lobby it created, as nobody else could start it', () => {
    const gone = step(lobbyOf(2), [], erases(0), START_MS)
    expect(gone.state.status).toBe('archived')
    expect(updatesIn(gone)).toEqual(['archived'])
    expect(attachedUserIds(gone.state)).toEqual([userId(1)])
  })

  test('keeps its answers and points in a running game, which continues without waiting for it', () => {
    const answered = after(
      runningGame(3),
      QUESTIONS,
      [answers(0, answerId(0, 0)), OPENED_MS],
      [answers(1, answerId(0, 1)), OPENED_MS],
    )
    const erased = step(answered, QUESTIONS, erases(2), OPENED_MS + 5)
    expect(erased.state).toMatchObject({ status: 'running', isClosed: true })
    const next = after(erased.state, QUESTIONS, [timePasses, OPENED_MS + 5_005])
    const host = step(next, QUESTIONS, erases(0), OPENED_MS + 6_000)
    expect(host.state).toMatchObject({ status: 'running', isClosed: false })
    expect(host.state.players.find(({ id }) => id === playerId(0))).toMatchObject({
      name: 'Deleted player',
      points: 1_000,
    })
    const last = step(host.state, QUESTIONS, answers(1, answerId(1, 0)), OPENED_MS + 6_001)
    expect(last.state).toMatchObject({ isClosed: true, askedCount: 2 })
  })

  test('ends with its game by the usual clock if it was the last one in it', () => {
    const countdown = after(lobbyOf(2), QUESTIONS, [asksFor(0, 'starting'), START_MS])
    const empty = after(countdown, QUESTIONS, [erases(1), START_MS], [erases(0), START_MS])
    expect(attachedUserIds(empty)).toEqual([])
    const opened = after(empty, QUESTIONS, [timePasses, OPENED_MS])
    expect(opened).toMatchObject({ status: 'running', askedCount: 1, isClosed: false })
    expect(nextWakeAt(opened)).toBe(opened.phaseStartedAtMs + 21_000)
    const lastMs = opened.phaseStartedAtMs + opened.settings.questionCount * 26_000
    expect(after(opened, QUESTIONS, [timePasses, lastMs]).status).toBe('finished')
  })

  test('earns nothing at the end, while the others do', () => {
    let state = after(runningGame(2), QUESTIONS, [answers(0, answerId(0, 0)), OPENED_MS], [erases(0), OPENED_MS])
    let taken = step(state, QUESTIONS, answers(1, answerId(0, 0)), OPENED_MS)
    while (taken.state.status === 'running') {
      state = taken.state
      taken = step(state, QUESTIONS, timePasses, (state.phaseEndsAtMs ?? 0) + 1_000)
    }
    expect(awardsIn(taken)).toEqual([[userId(1), 10]])
  })

  test('loses its name in finished and archived results, even after leaving them; no update is sent for an archived game', () => {
    const left = after(finishedGame(3), QUESTIONS, [leaves(1), OPENED_MS + 500_000])
    const finished = step(left, QUESTIONS, erases(1), left.changedAtMs)
    expect(namesOf(finished.state)).toEqual(['Deleted player', 'Player 0000', 'Player 0002'])
    expect(updatesIn(finished)).toEqual(['player_left'])
    const archived = after(finished.state, QUESTIONS, [asksFor(0, 'archived'), left.changedAtMs])
    const gone = step(archived, QUESTIONS, erases(0), left.changedAtMs)
    expect(namesOf(gone.state)).toEqual(['Deleted player', 'Deleted player', 'Player 0002'])
    expect(updatesIn(gone)).toEqual([])
    expect(gone.state).toMatchObject({ status: 'archived', version: archived.version + 1 })
    expect(JSON.stringify(viewFor(gone.state, QUESTIONS, userId(2), 0))).not.toContain('Player 0000')
  })

  test('may be the creator: the guests play on, and the game ends when one of two leaves', () => {
    const running = after(runningGame(3), QUESTIONS, [erases(0), OPENED_MS])
    const ended = step(running, QUESTIONS, leaves(2), OPENED_MS)
    expect(ended.state.status).toBe('finished')
    expect(awardsIn(ended), 'nobody had points').toEqual([])
  })
})
