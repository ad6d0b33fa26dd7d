import { describe, expect, test } from 'vitest'
import { nextWakeAt } from './deadlines.ts'
import type { GameState } from './game-state.ts'
import { step } from './game.ts'
import { rematchLobby } from './lobby.ts'
import { answerId, playerId, START_MS, topicId, userId } from './testing/fixtures.ts'
import {
  after,
  answers,
  asksFor,
  asksForRematch,
  erases,
  finishedGame,
  leaves,
  lobbyOf,
  OPENED_MS,
  outage,
  QUESTIONS,
  relaxedGame,
  runningGame,
  saves,
  startingGame,
  starts,
  timePasses,
  untimedGame,
} from './testing/events.ts'
import { hasOwnView, viewFor } from './views.ts'

const RIGHT = answerId(0, 0)
const WRONG = answerId(0, 1)
const at = (seconds: number) => OPENED_MS + seconds * 1_000
const view = (state: GameState, player: number) => viewFor(state, QUESTIONS, userId(player), START_MS)
const refusalOf = (state: GameState, event: Parameters<typeof step>[2], atMs: number) =>
  step(state, QUESTIONS, event, atMs).refused
const pointsOf = ({ players }: GameState, player: number) => players.find(({ id }) => id === playerId(player))?.points

describe('a player with more time', () => {
  test('earns what the same part of 20 s earns, and the time that counts is that part', () => {
    const game = after(
      relaxedGame(1, 2),
      QUESTIONS,
      [answers(0, RIGHT, 8_000), at(8)],
      [answers(1, RIGHT, 16_000), at(16)],
    )
    expect(game.isClosed).toBe(true)
    expect([pointsOf(game, 0), pointsOf(game, 1)]).toEqual([800, 800])
    expect(view(game, 0).state.answers[0]?.[playerId(1)]).toMatchObject({ time_spent: 8_000, points: 800 })
  })

  test('may answer until their own time is over; the others are refused after 20 s and the grace', () => {
    const game = relaxedGame(1, 3, 1)
    expect(nextWakeAt(game)).toBe(at(61))
    expect(refusalOf(game, answers(0, RIGHT, 20_000), at(21) - 1)).toBeNull()
    expect(refusalOf(game, answers(0, RIGHT, 20_000), at(21))).toBe('too_late')
    expect(refusalOf(game, answers(1, RIGHT, 20_000), at(61) - 1)).toBeNull()
    expect(refusalOf(game, answers(1, RIGHT, 20_000), at(61))).toBe('too_late')
    expect(refusalOf(game, answers(1, null), at(59) - 1)).toBe('too_early')
    expect(refusalOf(game, answers(1, null), at(59))).toBeNull()
    expect(refusalOf(game, answers(0, null), at(19))).toBeNull()
  })

  test('delays nobody longer than they need: the question closes when they answer, even if others never did', () => {
    const early = after(relaxedGame(1, 10), QUESTIONS, [answers(1, RIGHT, 3_000), at(3)])
    expect(nextWakeAt(early)).toBe(at(21))
    const late = after(relaxedGame(1, 10), QUESTIONS, [answers(1, RIGHT, 20_000), at(100)])
    expect(late.isClosed).toBe(true)
    expect(late.answers[0]?.[playerId(0)]).toMatchObject({ isAnswered: false, points: 0 })
  })

  test.each([
    ['leaves', leaves],
    ['is erased', erases],
  ])('who %s delays nobody', (_, goes) => {
    const game = relaxedGame(1, 1, 10)
    expect(nextWakeAt(after(game, QUESTIONS, [goes(2), at(5)]))).toBe(at(21))
    expect(after(game, QUESTIONS, [goes(2), at(50)]).isClosed).toBe(true)
    expect(JSON.stringify(after(game, QUESTIONS, [goes(2), at(5)]))).not.toContain('timeFactor')
  })

  test('gets an outage back like the others', () => {
    const game = after(relaxedGame(1, 2), QUESTIONS, [outage(at(30), at(40)), at(40)])
    expect(nextWakeAt(game)).toBe(at(51))
    expect(view(game, 1).phase_ends_at).toBe(at(50))
    const long = after(relaxedGame(1, 2), QUESTIONS, [outage(at(30), at(130)), at(130)])
    expect(long.isClosed).toBe(true)
  })

  test('alone sees when their time ends; nobody sees who has answered, which would show who has more time', () => {
    const game = relaxedGame(1, 5, 1)
    expect(view(game, 1)).toMatchObject({ is_relaxed: true, phase_ends_at: at(100), answer_ms: 100_000 })
    for (const other of [0, 2, 9]) {
      expect(view(game, other)).toMatchObject({ is_relaxed: true, phase_ends_at: at(20) })
      expect(view(game, other)).not.toHaveProperty('answer_ms')
    }
    expect([0, 1, 2].map((player) => hasOwnView(game, userId(player)))).toEqual([false, true, false])
    const answered = after(game, QUESTIONS, [answers(0, WRONG, 1_000), at(1)])
    expect(view(answered, 2).state.answers).toEqual({ 0: {} })
    expect(Object.keys(view(answered, 0).state.answers[0] ?? {})).toEqual([playerId(0)])
    const closed = after(answered, QUESTIONS, [timePasses, at(101)])
    expect(JSON.stringify(view(closed, 1))).toBe(JSON.stringify(view(closed, 2)))
  })

  test('has it only from the start of a game to its end: not in the lobby, and not in the next one', () => {
    const lobby = lobbyOf(2)
    expect(view(lobby, 0)).not.toHaveProperty('is_relaxed')
    const ended = after(relaxedGame(1, 2), QUESTIONS, [asksFor(0, 'finished'), at(1)])
    expect(JSON.stringify(ended)).not.toContain('timeFactor')
    const archived = after(ended, QUESTIONS, [asksForRematch(0), at(2)])
    const next = rematchLobby(archived, '22222222' as GameState['id'])
    expect(next).not.toHaveProperty('isRelaxed')
    expect(JSON.stringify(next)).not.toContain('timeFactor')
  })

  test('leaves the mark of the game behind when they leave, so that it gives nobody away', () => {
    const left = after(relaxedGame(1, 1, 2), QUESTIONS, [leaves(2), at(5)])
    expect(view(left, 0)).toHaveProperty('is_relaxed', true)
  })

  test('changes nothing in a game where all have the usual time', () => {
    const usual = after(lobbyOf(2), QUESTIONS, [starts([1, 1]), START_MS])
    expect(usual).toEqual(startingGame(2))
    expect(view(runningGame(2), 0)).not.toHaveProperty('is_relaxed')
    expect(finishedGame(2)).not.toHaveProperty('isRelaxed')
  })

  test('changes nothing if their account is deleted before the start', () => {
    const lobby = after(lobbyOf(3), [], [erases(2), START_MS])
    const game = after(lobby, QUESTIONS, [starts([1, 1, 2]), START_MS])
    expect(game.isRelaxed).toBeUndefined()
    expect(JSON.stringify(game)).not.toContain('timeFactor')
  })

  test('loses it when a game that an earlier version finished is archived', () => {
    const finished = finishedGame(2)
    // Such a version keeps the fields it does not know.
    const players = finished.players.map((player) => ({ ...player, timeFactor: 2 }))
    const archived = after({ ...finished, players }, QUESTIONS, [asksFor(0, 'archived'), at(300)])
    expect(JSON.stringify(archived)).not.toContain('timeFactor')
  })

  test('a game saved by an earlier version continues', () => {
    const { hasClock: _clock, ...settings } = runningGame(2).settings
    const stored = JSON.parse(JSON.stringify({ ...runningGame(2), settings })) as GameState
    expect(nextWakeAt(stored)).toBe(at(21))
    expect(after(stored, QUESTIONS, [timePasses, at(21)]).isClosed).toBe(true)
  })
})

describe('a game without a clock', () => {
  test('gives 1000 points for a right answer at any time, and time breaks no tie', () => {
    const game = after(
      untimedGame(3),
      QUESTIONS,
      [answers(2, RIGHT, 200_000), at(200)],
      [answers(1, RIGHT, 20_000), at(250)],
      [answers(0, WRONG, 0), at(251)],
    )
    expect(game.isClosed).toBe(true)
    expect(game.players.map(({ points, totalMs }) => [points, totalMs])).toEqual([
      [1_000, 0],
      [1_000, 0],
      [0, 0],
    ])
    expect(game.players.map(({ id }) => id)).toEqual([playerId(1), playerId(2), playerId(0)])
  })

  test('closes a question when all have answered, and after 5 minutes at the latest', () => {
    const game = untimedGame(2)
    expect(view(game, 0)).toMatchObject({ phase_ends_at: at(300), settings: { has_clock: false } })
    expect(nextWakeAt(game)).toBe(at(301))
    expect(refusalOf(game, answers(0, null), at(299) - 1)).toBe('too_early')
    expect(refusalOf(game, answers(0, null), at(299))).toBeNull()
    expect(after(game, QUESTIONS, [timePasses, at(301)]).isClosed).toBe(true)
  })

  test('gives nobody more time', () => {
    const game = untimedGame(2, [1, 10])
    expect(game).not.toHaveProperty('isRelaxed')
    expect(JSON.stringify(game)).not.toContain('timeFactor')
  })

  test('is a setting of the lobby that Play again keeps, and that is removed when the clock is switched on', () => {
    const off = after(lobbyOf(2), [], [saves(0, { hasClock: false }), START_MS])
    expect(view(off, 1).settings).toEqual({ topics: [topicId(1)], question_count: 10, has_clock: false })
    expect(after(off, [], [saves(0, { questionCount: 5 }), START_MS]).settings.hasClock).toBe(false)
    const on = after(off, [], [saves(0, { hasClock: true }), START_MS])
    expect(on.settings).toEqual(lobbyOf(2).settings)
    expect(refusalOf(untimedGame(2), saves(0, { hasClock: true }), at(1))).toBe('bad_transition')
    const ended = after(untimedGame(2), QUESTIONS, [asksFor(0, 'finished'), at(1)], [asksForRematch(0), at(2)])
    expect(rematchLobby(ended, '22222222' as GameState['id']).settings.hasClock).toBe(false)
  })
})
