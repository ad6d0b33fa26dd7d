import { describe, expect, test } from 'vitest'
import { nextWakeAt } from './deadlines.ts'
import { attachedUserIds } from './game-state.ts'
import { step } from './game.ts'
import { answerId, buildLobby, HOST, playerId, START_MS, topicId, userId } from './testing/fixtures.ts'
import {
  after,
  answers,
  asksFor,
  awardsIn,
  finishedGame,
  joins,
  leaves,
  lobbyOf,
  OPENED_MS,
  outage,
  QUESTIONS,
  replaces,
  runningGame,
  saves,
  startingGame,
  timePasses,
  updatesIn,
} from './testing/table.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

describe('the lobby', () => {
  test('a new game is a lobby with its creator in it and 10 questions wished for', () => {
    const lobby = buildLobby()
    expect(lobby).toMatchObject({
      status: 'pending',
      creatorId: HOST,
      settings: { topics: [], questionCount: 10 },
      version: 1,
    })
    expect(attachedUserIds(lobby)).toEqual([HOST])
  })

  test('a friend joins once; joining again changes nothing and tells nobody', () => {
    const first = step(buildLobby(), [], joins(1), START_MS + 5)
    expect(first.state).toMatchObject({ version: 2, changedAtMs: START_MS + 5 })
    expect(first.state.players[1]).toMatchObject({ id: playerId(1), userId: userId(1), name: 'Player 0001', points: 0 })
    expect(first.effects).toEqual([{ type: 'publish', reason: 'player_joined' }])
    expect(step(first.state, [], joins(1), START_MS + 6)).toEqual({ state: first.state, effects: [], refused: null })
  })

  test('50 play, the 51st finds the game full, and a member still gets in again', () => {
    const full = lobbyOf(50)
    expect(step(full, [], joins(50), START_MS).refused).toBe('game_full')
    expect(step(full, [], joins(49), START_MS).refused).toBeNull()
    expect(step(lobbyOf(49), [], joins(49), START_MS).refused).toBeNull()
  })

  test('joining ends when the countdown begins, for all but the members', () => {
    for (const game of [startingGame(2), runningGame(2)]) {
      expect(step(game, QUESTIONS, joins(9), game.changedAtMs).refused).toBe('game_started')
      expect(step(game, QUESTIONS, joins(1), game.changedAtMs)).toEqual({ state: game, effects: [], refused: null })
    }
  })

  test('a finished game is there for its members only, an archived one for nobody', () => {
    const finished = finishedGame(2)
    expect(step(finished, QUESTIONS, joins(9), finished.changedAtMs).refused).toBe('game_not_found')
    expect(step(finished, QUESTIONS, joins(1), finished.changedAtMs).refused).toBeNull()
    const archived = after(finished, QUESTIONS, [asksFor(0, 'archived'), finished.changedAtMs])
    expect(step(archived, QUESTIONS, joins(0), finished.changedAtMs).refused).toBe('game_not_found')
  })

  test('a guest leaves the lobby, is told alone that they are in no game, and may come back', () => {
    const left = step(lobbyOf(3), [], leaves(1), START_MS)
    expect(attachedUserIds(left.state)).toEqual([HOST, userId(2)])
    expect(updatesIn(left.effects)).toEqual([`player_left to ${userId(1)}`, 'player_left'])
    expect(left.state.status).toBe('pending')
    expect(step(left.state, [], joins(1), START_MS).state.players).toHaveLength(3)
  })

  test('the last guest leaves and the lobby stays open', () => {
    expect(step(lobbyOf(2), [], leaves(1), START_MS).state.status).toBe('pending')
  })
})

describe('settings', () => {
  test('what is sent is saved, what is left out stays', () => {
    const one = step(buildLobby(), [], saves(0, { topics: [topicId(1), topicId(2)] }), START_MS)
    expect(one.state.settings).toEqual({ topics: [topicId(1), topicId(2)], questionCount: 10 })
    expect(updatesIn(one.effects)).toEqual(['settings_changed'])
    const two = step(one.state, [], saves(0, { questionCount: 20 }), START_MS)
    expect(two.state.settings).toEqual({ topics: [topicId(1), topicId(2)], questionCount: 20 })
  })

  test('the number of questions is lowered to what the topics hold, once there are topics', () => {
    const wished = after(buildLobby(), [], [saves(0, { questionCount: 30, questionsHeld: 0 }), START_MS])
    expect(wished.settings.questionCount).toBe(30)
    const lowered = after(wished, [], [saves(0, { topics: [topicId(1)], questionsHeld: 7 }), START_MS])
    expect(lowered.settings.questionCount).toBe(7)
  })

  test('settings equal to the present ones pass in any status and change nothing', () => {
    for (const game of [startingGame(2), runningGame(2), finishedGame(2)]) {
      const same = saves(0, { ...game.settings, questionsHeld: 1 })
      expect(step(game, QUESTIONS, same, game.changedAtMs)).toEqual({ state: game, effects: [], refused: null })
      const wish = saves(0, { topics: [topicId(1)], questionCount: 30, questionsHeld: 3 })
      expect(step(game, QUESTIONS, wish, game.changedAtMs).refused, 'what is lowered to the present').toBeNull()
    }
  })

  test('other settings are refused once the countdown has begun', () => {
    for (const game of [startingGame(2), runningGame(2), finishedGame(2)]) {
      const other = step(game, QUESTIONS, saves(0, { topics: [topicId(2)] }), game.changedAtMs)
      expect(other).toEqual({ state: game, effects: [], refused: 'bad_transition' })
    }
  })

  test('settings apply before the status that comes with them', () => {
    const guest = after(buildLobby(), [], [joins(1), START_MS])
    const both = step(guest, QUESTIONS, saves(0, { topics: [topicId(1)] }, 'starting'), START_MS)
    expect(both.state).toMatchObject({ status: 'starting', settings: { topics: [topicId(1)] } })
    expect(updatesIn(both.effects)).toEqual(['starting'])
  })

  test('settings are not saved where the status that comes with them is refused', () => {
    const lobby = buildLobby()
    const refused = step(lobby, QUESTIONS, saves(0, { topics: [topicId(1)] }, 'starting'), START_MS)
    expect(refused).toEqual({ state: lobby, effects: [], refused: 'not_enough_players' })
    const late = step(runningGame(2), QUESTIONS, saves(0, { topics: [topicId(2)] }, 'finished'), OPENED_MS)
    expect(late.refused).toBe('bad_transition')
    expect(late.state.status).toBe('running')
  })

  test('only the creator changes anything; a stranger is in no game', () => {
    for (const event of [saves(1, { questionCount: 5 }), asksFor(1, 'pending'), asksFor(1, 'archived'), replaces(1)]) {
      expect(step(lobbyOf(2), [], event, START_MS).refused).toBe('not_creator')
    }
    for (const event of [saves(9, { questionCount: 5 }), asksFor(9, 'archived'), replaces(9)]) {
      expect(step(lobbyOf(2), [], event, START_MS).refused).toBe('no_game')
    }
  })
})

describe('starting', () => {
  test('the countdown takes 3 s', () => {
    const starting = step(lobbyOf(2), QUESTIONS, asksFor(0, 'starting'), START_MS + 7)
    expect(starting.state).toMatchObject({ status: 'starting', phaseEndsAtMs: START_MS + 3_007 })
    expect(updatesIn(starting.effects)).toEqual(['starting'])
  })

  test('it takes two players, one to ten topics, and a question', () => {
    const alone = after(buildLobby(), [], [saves(0, { topics: [topicId(1)] }), START_MS])
    const noTopics = after(buildLobby(), [], [joins(1), START_MS])
    const topics = Array.from({ length: 11 }, (_, number) => topicId(number))
    const starting = asksFor(0, 'starting')
    expect(step(alone, QUESTIONS, starting, START_MS).refused).toBe('not_enough_players')
    expect(step(noTopics, QUESTIONS, starting, START_MS).refused).toBe('no_topics')
    expect(step(lobbyOf(2), QUESTIONS, saves(0, { topics }, 'starting'), START_MS).refused).toBe('no_topics')
    expect(step(lobbyOf(2), QUESTIONS, saves(0, { topics: topics.slice(1) }, 'starting'), START_MS).refused).toBeNull()
    expect(step(lobbyOf(2), [], starting, START_MS).refused).toBe('no_topics')
  })

  test('a game with fewer questions than wished for is that much shorter, and says so', () => {
    expect(startingGame(2).settings.questionCount).toBe(3)
    const short = after(lobbyOf(2), QUESTIONS, [saves(0, { questionCount: 2 }, 'starting'), START_MS])
    expect(short.settings.questionCount).toBe(2)
  })

  test('the creator opens the first question from 500 ms before the end of the countdown', () => {
    const starting = startingGame(2)
    expect(step(starting, QUESTIONS, asksFor(0, 'running'), START_MS + 2_499).refused).toBe('too_early')
    const running = step(starting, QUESTIONS, asksFor(0, 'running'), START_MS + 2_500)
    expect(running.state).toMatchObject({ status: 'running', askedCount: 1, phaseEndsAtMs: START_MS + 22_500 })
    expect(updatesIn(running.effects)).toEqual(['question_opened'])
  })

  test('without the creator the server opens it 1 s after the countdown', () => {
    const starting = startingGame(2)
    expect(nextWakeAt(starting)).toBe(START_MS + 4_000)
    expect(step(starting, QUESTIONS, timePasses, START_MS + 3_999).state).toBe(starting)
    expect(step(starting, QUESTIONS, timePasses, START_MS + 4_900).state).toMatchObject({
      status: 'running',
      phaseEndsAtMs: START_MS + 24_000,
    })
  })

  test('the present status again is accepted and changes nothing', () => {
    const archived = after(lobbyOf(2), [], [asksFor(0, 'archived'), START_MS])
    for (const game of [lobbyOf(2), startingGame(2), runningGame(2), finishedGame(2), archived]) {
      const again = step(game, QUESTIONS, asksFor(0, game.status), game.changedAtMs)
      expect(again).toEqual({ state: game, effects: [], refused: null })
    }
  })

  test('every other transition is refused', () => {
    const archived = after(lobbyOf(2), [], [asksFor(0, 'archived'), START_MS])
    const refusedBy = {
      pending: [lobbyOf(2), 'running', 'finished'],
      starting: [startingGame(2), 'pending', 'archived'],
      running: [runningGame(2), 'pending', 'starting', 'archived'],
      finished: [finishedGame(2), 'pending', 'starting', 'running'],
      archived: [archived, 'pending', 'starting', 'running', 'finished'],
    } as const
    for (const [game, ...statuses] of Object.values(refusedBy)) {
      for (const status of statuses) {
        const refused = step(game, QUESTIONS, asksFor(0, status), game.changedAtMs)
        expect(refused, `${game.status} to ${status}`).toEqual({ state: game, effects: [], refused: 'bad_transition' })
      }
    }
  })
})

describe('the course of a game', () => {
  test('a question stays open 20 s and 1 s of grace, then the reveal takes 5 s, then the next one opens', () => {
    const open = runningGame(2)
    expect(nextWakeAt(open)).toBe(OPENED_MS + 21_000)
    expect(step(open, QUESTIONS, timePasses, OPENED_MS + 20_999).state).toBe(open)
    const closed = step(open, QUESTIONS, timePasses, OPENED_MS + 21_000)
    expect(closed.state).toMatchObject({ isClosed: true, askedCount: 1, phaseEndsAtMs: OPENED_MS + 26_000 })
    expect(updatesIn(closed.effects)).toEqual(['question_closed'])
    expect(nextWakeAt(closed.state)).toBe(OPENED_MS + 26_000)
    const next = step(closed.state, QUESTIONS, timePasses, OPENED_MS + 26_000)
    expect(next.state).toMatchObject({ isClosed: false, askedCount: 2, phaseEndsAtMs: OPENED_MS + 46_000 })
    expect(updatesIn(next.effects)).toEqual(['question_opened'])
  })

  test('after the reveal of the last question the game is finished, and each player earns a hundredth', () => {
    const right = (index: number, player: number) => answers(player, answerId(index, 0), 0)
    let state = runningGame(2)
    for (const index of [0, 1, 2]) {
      state = after(state, QUESTIONS, [right(index, 1), state.phaseStartedAtMs + 10_500])
      state = after(state, QUESTIONS, [answers(0, answerId(index, 1)), state.phaseStartedAtMs + 10_500])
      if (index < 2) state = after(state, QUESTIONS, [timePasses, nextWakeAt(state) ?? 0])
    }
    const ended = step(state, QUESTIONS, timePasses, nextWakeAt(state) ?? 0)
    expect(ended.state.status).toBe('finished')
    expect(updatesIn(ended.effects)).toEqual(['finished'])
    expect(awardsIn(ended)).toEqual([
      [userId(1), 23],
      [HOST, 0],
    ])
  })

  test('a step that comes late passes every deadline at its own instant and sends one update', () => {
    const late = step(startingGame(2), QUESTIONS, timePasses, START_MS + 60_000)
    expect(late.state).toMatchObject({ askedCount: 3, isClosed: false, phaseStartedAtMs: START_MS + 56_000 })
    expect(updatesIn(late.effects)).toEqual(['question_opened'])
  })

  test('deadlines win: an answer at the very instant the question closes is too late', () => {
    const inTime = step(runningGame(2), QUESTIONS, answers(1, answerId(0, 0)), OPENED_MS + 20_999)
    expect(inTime.refused).toBeNull()
    const late = step(runningGame(2), QUESTIONS, answers(1, answerId(0, 0)), OPENED_MS + 21_000)
    expect(late.refused).toBe('too_late')
    expect(late.state.isClosed, 'the deadline has passed all the same').toBe(true)
    expect(updatesIn(late.effects)).toEqual(['question_closed'])
  })

  test('time never runs backwards: an earlier instant counts as that of the last change', () => {
    const joined = step(lobbyOf(2), [], joins(5), START_MS - 9_999)
    expect(joined.state.changedAtMs).toBe(START_MS)
    const answered = step(runningGame(2), QUESTIONS, answers(1, answerId(0, 0), 300), OPENED_MS - 9_999)
    expect(answered.state.answers[0]?.[playerId(1)]?.timeMs).toBe(300)
    expect(step(lobbyOf(2), [], joins(5), Number.NaN).state.changedAtMs).toBe(START_MS)
  })

  test('the creator cancels while starting or running, and nobody earns', () => {
    for (const game of [startingGame(3), runningGame(3)]) {
      const cancelled = step(game, QUESTIONS, asksFor(0, 'finished'), game.changedAtMs)
      expect(cancelled.state.status).toBe('finished')
      expect(updatesIn(cancelled.effects)).toEqual(['finished'])
      expect(awardsIn(cancelled)).toEqual([])
    }
  })

  test('a question that was open when the game ended closes with it, so that an acknowledged answer counts', () => {
    const answered = after(runningGame(3), QUESTIONS, [answers(0, answerId(0, 0)), OPENED_MS])
    const { state } = step(answered, QUESTIONS, asksFor(0, 'finished'), OPENED_MS + 5)
    expect(state.isClosed).toBe(true)
    expect(state.players.map(({ points }) => points)).toEqual([1_000, 0, 0])
  })
})

describe('leaving', () => {
  test("a leaver's points and row go, the answer stays, and the question closes when nobody is left to wait for", () => {
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
    expect(updatesIn(last.effects)).toEqual([`player_left to ${userId(1)}`, 'question_closed'])
    expect(step(last.state, QUESTIONS, answers(1, answerId(0, 0)), OPENED_MS + 3).refused).toBe('no_running_game')
  })

  test('a reveal goes on when a player leaves in it', () => {
    const closed = after(runningGame(3), QUESTIONS, [timePasses, OPENED_MS + 21_000])
    const left = step(closed, QUESTIONS, leaves(2), OPENED_MS + 22_000)
    expect(left.state).toMatchObject({ status: 'running', isClosed: true, phaseEndsAtMs: OPENED_MS + 26_000 })
    expect(left.state.version).toBe(closed.version + 1)
  })

  test('with one player left a starting or running game is finished as abandoned, and that player earns', () => {
    const answered = after(runningGame(2), QUESTIONS, [answers(0, answerId(0, 0)), OPENED_MS])
    const abandoned = step(answered, QUESTIONS, leaves(1), OPENED_MS + 5)
    expect(abandoned.state).toMatchObject({ status: 'finished', players: [{ userId: HOST, points: 1_000 }] })
    expect(updatesIn(abandoned.effects)).toEqual([`player_left to ${userId(1)}`, 'finished'])
    expect(awardsIn(abandoned)).toEqual([[HOST, 10]])
    expect(step(startingGame(2), QUESTIONS, leaves(1), START_MS).state.status).toBe('finished')
    expect(step(startingGame(3), QUESTIONS, leaves(1), START_MS).state.status).toBe('starting')
  })

  test('who leaves finished results is detached: the row stays, the others hear nothing', () => {
    const finished = finishedGame(3)
    const detached = step(finished, QUESTIONS, leaves(1), finished.changedAtMs)
    expect(detached.state.players.map(({ userId: user }) => user)).toEqual(finished.players.map((p) => p.userId))
    expect(attachedUserIds(detached.state)).toEqual([HOST, userId(2)])
    expect(updatesIn(detached.effects)).toEqual([`player_left to ${userId(1)}`])
    expect(detached.state).toMatchObject({ status: 'finished', version: finished.version + 1 })
    expect(step(detached.state, QUESTIONS, joins(1), finished.changedAtMs).refused).toBe('game_not_found')
    expect(step(detached.state, QUESTIONS, asksFor(1, 'archived'), finished.changedAtMs).refused).toBe('no_game')
  })

  test('the creator can not leave, in any status: cancel and archive are theirs', () => {
    for (const game of [lobbyOf(2), startingGame(2), runningGame(2), finishedGame(2)]) {
      const stayed = step(game, QUESTIONS, leaves(0), game.changedAtMs)
      expect(stayed).toEqual({ state: game, effects: [], refused: 'creator_cannot_leave' })
    }
  })

  test('leaving without being in the game is accepted and changes nothing', () => {
    const archived = after(lobbyOf(2), [], [asksFor(0, 'archived'), START_MS])
    for (const [game, player] of [
      [lobbyOf(2), 9],
      [archived, 1],
      [archived, 0],
    ] as const) {
      expect(step(game, [], leaves(player), START_MS)).toEqual({ state: game, effects: [], refused: null })
    }
  })
})

describe('the end', () => {
  test('a pending game is archived 24 h after it was last touched', () => {
    const touched = after(lobbyOf(2), [], [joins(3), START_MS + HOUR_MS])
    expect(step(touched, [], timePasses, START_MS + HOUR_MS + DAY_MS - 1).state.status).toBe('pending')
    const archived = step(touched, [], timePasses, START_MS + HOUR_MS + DAY_MS)
    expect(archived.state.status).toBe('archived')
    expect(updatesIn(archived.effects)).toEqual(['archived'])
    expect(nextWakeAt(archived.state)).toBeNull()
  })

  test('a finished game is archived after 1 h, whoever has left it meanwhile', () => {
    const finished = finishedGame(3)
    const left = after(finished, QUESTIONS, [leaves(1), finished.changedAtMs + 1_000])
    expect(step(left, QUESTIONS, timePasses, finished.changedAtMs + HOUR_MS - 1).state.status).toBe('finished')
    expect(step(left, QUESTIONS, timePasses, finished.changedAtMs + HOUR_MS).state.status).toBe('archived')
  })

  test('the creator archives the lobby and the results', () => {
    for (const game of [lobbyOf(2), finishedGame(2)]) {
      const archived = step(game, QUESTIONS, asksFor(0, 'archived'), game.changedAtMs)
      expect(archived.state.status).toBe('archived')
      expect(updatesIn(archived.effects)).toEqual(['archived'])
    }
  })

  test('a forced new game finishes and archives the old one in whatever status, and nobody earns', () => {
    const answered = after(runningGame(2), QUESTIONS, [answers(1, answerId(0, 0)), OPENED_MS])
    for (const game of [lobbyOf(2), startingGame(2), answered, finishedGame(2)]) {
      const replaced = step(game, QUESTIONS, replaces(0), game.changedAtMs)
      expect(replaced.state.status).toBe('archived')
      expect(updatesIn(replaced.effects)).toEqual(['archived'])
      expect(awardsIn(replaced)).toEqual([])
      const again = step(replaced.state, QUESTIONS, replaces(0), game.changedAtMs)
      expect(again).toEqual({ state: replaced.state, effects: [], refused: null })
    }
  })

  test('an outage of an archived game is nobody’s', () => {
    const archived = after(lobbyOf(2), [], [asksFor(0, 'archived'), START_MS])
    expect(step(archived, [], outage(START_MS, START_MS + DAY_MS), START_MS + DAY_MS).state).toBe(archived)
  })
})
