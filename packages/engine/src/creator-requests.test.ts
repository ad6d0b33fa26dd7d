import { describe, expect, test } from 'vitest'
import { nextWakeAt } from './deadlines.ts'
import { step } from './game.ts'
import { accept, refuse } from './step.ts'
import { buildLobby, START_MS, topicId } from './testing/fixtures.ts'
import {
  after,
  asksFor,
  finishedGame,
  joins,
  lobbyOf,
  OPENED_MS,
  QUESTIONS,
  replaces,
  runningGame,
  saves,
  startingGame,
  timePasses,
  updatesIn,
} from './testing/events.ts'

describe('settings', () => {
  test('fields that are sent are saved, fields left out stay as they are', () => {
    const one = step(buildLobby(), [], saves(0, { topics: [topicId(1), topicId(2)] }), START_MS)
    expect(one.state.settings).toEqual({ topics: [topicId(1), topicId(2)], questionCount: 10 })
    expect(updatesIn(one)).toEqual(['settings_changed'])
    const two = step(one.state, [], saves(0, { questionCount: 20 }), START_MS)
    expect(two.state.settings).toEqual({ topics: [topicId(1), topicId(2)], questionCount: 20 })
  })

  test('the number of questions is lowered to what the topics hold, once there are topics', () => {
    const wished = after(buildLobby(), [], [saves(0, { questionCount: 30, questionsHeld: 0 }), START_MS])
    expect(wished.settings.questionCount).toBe(30)
    const lowered = after(wished, [], [saves(0, { topics: [topicId(1)], questionsHeld: 7 }), START_MS])
    expect(lowered.settings.questionCount).toBe(7)
  })

  test('settings equal to the current ones are accepted in any status and change nothing', () => {
    for (const game of [startingGame(2), runningGame(2), finishedGame(2)]) {
      const same = saves(0, { ...game.settings, questionsHeld: 1 })
      expect(step(game, QUESTIONS, same, game.changedAtMs)).toEqual(accept(game))
      const wish = saves(0, { topics: [topicId(1)], questionCount: 30, questionsHeld: 3 })
      expect(step(game, QUESTIONS, wish, game.changedAtMs).refused, 'what is lowered to the present').toBeNull()
    }
  })

  test('other settings are refused once the countdown has begun', () => {
    for (const game of [startingGame(2), runningGame(2), finishedGame(2)]) {
      const other = step(game, QUESTIONS, saves(0, { topics: [topicId(2)] }), game.changedAtMs)
      expect(other).toEqual(refuse(game, 'bad_transition'))
    }
  })

  test('settings are applied before the status sent with them', () => {
    const guest = after(buildLobby(), [], [joins(1), START_MS])
    const both = step(guest, QUESTIONS, saves(0, { topics: [topicId(1)] }, 'starting'), START_MS)
    expect(both.state).toMatchObject({ status: 'starting', settings: { topics: [topicId(1)] } })
    expect(updatesIn(both)).toEqual(['starting'])
  })

  test('settings are not saved if the status sent with them is refused', () => {
    const lobby = buildLobby()
    const refused = step(lobby, QUESTIONS, saves(0, { topics: [topicId(1)] }, 'starting'), START_MS)
    expect(refused).toEqual(refuse(lobby, 'not_enough_players'))
    const late = step(runningGame(2), QUESTIONS, saves(0, { topics: [topicId(2)] }, 'finished'), OPENED_MS)
    expect(late.refused).toBe('bad_transition')
    expect(late.state.status).toBe('running')
  })

  test('only the creator may change the game; for a user who is not in it there is no game', () => {
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
    expect(updatesIn(starting)).toEqual(['starting'])
  })

  test('a start needs two players, one to ten topics, and a question', () => {
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

  test('a game for which fewer questions were drawn is shorter, and its settings show it', () => {
    expect(startingGame(2).settings.questionCount).toBe(3)
    const short = after(lobbyOf(2), QUESTIONS, [saves(0, { questionCount: 2 }, 'starting'), START_MS])
    expect(short.settings.questionCount).toBe(2)
  })

  test('the creator opens the first question from 500 ms before the end of the countdown', () => {
    const starting = startingGame(2)
    expect(step(starting, QUESTIONS, asksFor(0, 'running'), START_MS + 2_499).refused).toBe('too_early')
    const running = step(starting, QUESTIONS, asksFor(0, 'running'), START_MS + 2_500)
    expect(running.state).toMatchObject({ status: 'running', askedCount: 1, phaseEndsAtMs: START_MS + 22_500 })
    expect(updatesIn(running)).toEqual(['question_opened'])
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

  test('requesting the current status is accepted and changes nothing', () => {
    const archived = after(lobbyOf(2), [], [asksFor(0, 'archived'), START_MS])
    for (const game of [lobbyOf(2), startingGame(2), runningGame(2), finishedGame(2), archived]) {
      const again = step(game, QUESTIONS, asksFor(0, game.status), game.changedAtMs)
      expect(again).toEqual(accept(game))
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
        expect(refused, `${game.status} to ${status}`).toEqual(refuse(game, 'bad_transition'))
      }
    }
  })
})
