import { gameSchema } from '@quizmaster/contract/http/games'
import type { PlayerId, UserId } from '@quizmaster/contract/ids'
import { TIME_FACTORS } from '@quizmaster/contract/limits'
import {
  array,
  assert,
  boolean,
  constant,
  constantFrom,
  integer,
  nat,
  oneof,
  property,
  record,
  sample,
} from 'fast-check'
import { describe, expect, test } from 'vitest'
import { answerMsOf, answersUntilMs, hasClock, usualAnswerMs } from './answer-time.ts'
import { nextWakeAt } from './deadlines.ts'
import {
  attachedUserIds,
  findPlayer,
  findSeat,
  type GameQuestion,
  type GameState,
  isQuestionOpen,
  type Player,
  seatsOf,
  type StoredAnswer,
  watcherIdsOf,
} from './game-state.ts'
import { step } from './game.ts'
import { effectiveTimeMs, pointsFor } from './scoring.ts'
import { stageViewOf } from './stage-view.ts'
import { accept, type RefusalCode } from './step.ts'
import { buildQuestion, buildQuestions, HOST, playerId, stageId, userId } from './testing/fixtures.ts'
import { type Frame, phaseOf, play, type Script } from './testing/script.ts'
import { awardsIn, leaves, replaces, timePasses, updatesIn } from './testing/events.ts'
import { hasOwnView, viewFor } from './views.ts'
import { watchViewsOf } from './watch-view.ts'

const QUESTION_COUNT = 6
const QUESTIONS = buildQuestions(QUESTION_COUNT, 1)
const STAGE = { ids: [stageId(1)], isIdShown: true, sinceMs: 0 }
/** The seed is fixed, so that a run fails because of a change and not by chance. Other seeds play other scripts. */
const SEED = 20_250_331
const RUNS = 300

const move = record({ what: nat(10_000), who: nat(60), how: nat(10_000), wait: nat(10_000) })
const scripts = record<Script>({
  guestCount: oneof(
    { weight: 3, arbitrary: nat(1) },
    { weight: 36, arbitrary: integer({ min: 1, max: 4 }) },
    { weight: 1, arbitrary: integer({ min: 48, max: 50 }) },
  ),
  questionCount: integer({ min: 1, max: QUESTION_COUNT + 1 }),
  isStarted: oneof({ weight: 2, arbitrary: constant(true) }, { weight: 1, arbitrary: constant(false) }),
  factors: oneof(
    { weight: 2, arbitrary: constant([]) },
    { weight: 1, arbitrary: array(constantFrom(...TIME_FACTORS), { maxLength: 5 }) },
  ),
  isTimed: oneof({ weight: 6, arbitrary: constant(true) }, { weight: 1, arbitrary: boolean() }),
  moves: array(move, { maxLength: 60, size: 'max' }),
})

/** Checks every frame of many scripts. */
function always(check: (frame: Frame) => void): void {
  assert(
    property(scripts, (script) => play(script, QUESTIONS).forEach(check)),
    { numRuns: RUNS, seed: SEED },
  )
}

const viewOf = (state: GameState, user = HOST) => viewFor(state, QUESTIONS, user, 0)
/** The creator, a user who is not in the game, and the first few players. */
const viewers = (state: GameState) => [
  ...new Set([HOST, userId(99), ...state.players.slice(0, 4).map((player) => player.userId)]),
]
/** What a watcher would see of the game. */
function watcherText(state: GameState, questions: readonly GameQuestion[]): string {
  const seats = [{ id: playerId(99), userId: userId(99), name: 'Watcher', sinceMs: 0 }]
  return JSON.stringify(watchViewsOf({ ...state, seats }, questions, 0)(userId(99)))
}
/** What a stage would show of the game. */
const stageText = (state: GameState, questions: readonly GameQuestion[]) =>
  JSON.stringify(stageViewOf({ ...state, stage: STAGE }, questions, 0))
const closedCount = (state: GameState) => state.askedCount - (isQuestionOpen(state) ? 1 : 0)
const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)
const pointsOf = (state: GameState) => sum(state.players.map(({ points }) => points))
const givenAnswers = (state: GameState) =>
  state.answers.flatMap((entries, index) =>
    Object.entries(entries).flatMap(([id, entry]) => (entry.isAnswered ? [{ index, id: id as PlayerId, entry }] : [])),
  )

describe('the generator', () => {
  test('reaches every phase, every ending and every refusal in 800 scripts', () => {
    const reached = new Set<string>()
    for (const script of sample(scripts, { numRuns: 800, seed: SEED })) {
      for (const { before, event, taken } of play(script, QUESTIONS)) {
        reached.add(phaseOf(taken.state))
        if (taken.refused) reached.add(taken.refused)
        if (taken.state.status !== before.status)
          reached.add(`${event.type}: ${before.status} to ${taken.state.status}`)
      }
    }
    const refusals: RefusalCode[] = [
      'no_game',
      'not_creator',
      'game_not_found',
      'bad_transition',
      'too_early',
      'too_late',
      'not_enough_players',
      'no_topics',
      'creator_cannot_leave',
      'game_started',
      'game_not_started',
      'already_in_game',
      'game_full',
      'removed_from_game',
      'not_found',
      'already_answered',
      'no_running_game',
      'answer_unknown',
    ]
    const wanted = [
      'pending',
      'starting',
      'open',
      'reveal',
      'finished',
      'archived',
      ...refusals,
      'update_requested: pending to starting',
      'update_requested: starting to running',
      'update_requested: starting to finished',
      'update_requested: running to finished',
      'update_requested: pending to archived',
      'update_requested: finished to archived',
      'time_passed: starting to running',
      'time_passed: running to finished',
      'time_passed: pending to archived',
      'time_passed: finished to archived',
      'player_left: starting to finished',
      'player_left: running to finished',
      'outage_noticed: running to finished',
      'game_replaced: pending to archived',
      'game_replaced: starting to archived',
      'game_replaced: running to archived',
      'game_replaced: finished to archived',
      'rematch_requested: finished to archived',
    ]
    expect(wanted.filter((one) => !reached.has(one))).toEqual([])
  })

  test('reaches awards, leavers with points and closed questions in many scripts, not just a few', () => {
    const counts = { earned: 0, wentWithPoints: 0, closedTwice: 0 }
    for (const script of sample(scripts, { numRuns: 500, seed: SEED })) {
      const frames = play(script, QUESTIONS)
      const isSome = (check: (frame: Frame) => boolean) => (frames.some(check) ? 1 : 0)
      counts.earned += isSome(({ taken }) => taken.state.players.some(({ points }) => points > 0))
      counts.wentWithPoints += isSome(({ before, taken }) => pointsOf(taken.state) < pointsOf(before))
      counts.closedTwice += isSome(({ taken }) => closedCount(taken.state) > 1)
    }
    expect(counts.earned).toBeGreaterThan(100)
    expect(counts.wentWithPoints).toBeGreaterThan(10)
    expect(counts.closedTwice).toBeGreaterThan(100)
  })
})

describe('at every step', () => {
  test('the status only follows the allowed transitions, and archived is final', () => {
    const list = [
      'pending to starting',
      'pending to archived',
      'starting to running',
      'starting to finished',
      'running to finished',
      'finished to archived',
    ]
    always(({ before, event, taken: { state } }) => {
      if (before.status === 'archived') expect(state).toEqual({ ...before, ...namesOf(state, event) })
      if (before.status === state.status) return
      const isReplaced = event.type === 'game_replaced' && state.status === 'archived'
      if (!isReplaced) expect(list).toContain(`${before.status} to ${state.status}`)
    })
  })

  test('deleting an account removes the name and nothing else, and the game no longer waits for that player', () => {
    always(({ before, event, taken: { state, refused } }) => {
      if (event.type !== 'player_erased') return
      expect(refused).toBeNull()
      expect(findPlayer(state, event.userId)).toBeNull()
      const rest = (of: GameState) => of.players.filter(({ userId: user }) => user !== event.userId)
      const erased = state.players.find(({ userId: user }) => user === event.userId)
      const earlier = before.players.find(({ userId: user }) => user === event.userId)
      expect(erased?.name).toBe(earlier && 'Deleted player')
      expect(erased?.id).toBe(earlier?.id)
      // A question that opens or closes in the same step can change the ranking of the others.
      const isRanked = state.askedCount !== before.askedCount || closedCount(state) !== closedCount(before)
      const names = (of: GameState) => rest(of).map(({ name, id }) => `${id} ${name}`)
      expect(isRanked ? names(state).toSorted() : names(state)).toEqual(
        isRanked ? names(before).toSorted() : names(before),
      )
      const open = isQuestionOpen(state) ? state.answers.at(-1) : undefined
      const awaited = state.players.filter(({ id, isAttached }) => isAttached && !open?.[id])
      if (open && earlier?.isAttached) expect(awaited.length).toBeGreaterThan(0)
    })
  })

  test('questions are asked one after the other, and each opens and closes once', () => {
    always(({ before, taken: { state } }) => {
      const opened = state.askedCount - before.askedCount
      expect(opened === 0 || opened === 1).toBe(true)
      expect(state.askedCount).toBeLessThanOrEqual(Math.min(state.settings.questionCount, QUESTION_COUNT))
      expect(closedCount(state)).toBeGreaterThanOrEqual(closedCount(before))
      if (opened === 1) expect(closedCount(before)).toBe(before.askedCount)
      if (state.status === 'finished') expect(closedCount(state)).toBe(state.askedCount)
    })
  })

  test('a committed answer never changes and never disappears', () => {
    always(({ before, taken: { state } }) => {
      for (const { index, id, entry } of givenAnswers(before)) {
        const { answer, timeMs, isAnswered } = state.answers[index]?.[id] ?? {}
        expect({ answer, timeMs, isAnswered }).toEqual({ answer: entry.answer, timeMs: entry.timeMs, isAnswered: true })
      }
    })
  })

  test('the answers to a closed question never change, so they need to be saved only once', () => {
    always(({ before, taken: { state } }) => {
      const closed = before.answers.slice(0, closedCount(before))
      expect(closed.every((entries, index) => entries === state.answers[index])).toBe(true)
    })
  })

  test('every stored entry is null or an answer to its question, from someone who was in the game when it was asked', () => {
    always(({ before, taken: { state } }) => {
      for (const { index, id, entry } of givenAnswers(state)) {
        const ids = QUESTIONS[index]?.shown.answers.map((answer) => answer.id) ?? []
        expect(entry.answer === null || ids.includes(entry.answer)).toBe(true)
        if (before.answers[index]?.[id] === undefined) expect(before.players.map((player) => player.id)).toContain(id)
      }
    })
  })

  test('a time is 0 to 20,000 ms and at most 500 ms shorter than what the server measured', () => {
    always(({ before, event, atMs, taken: { state } }) => {
      if (event.type !== 'answer_committed' || givenAnswers(state).length === givenAnswers(before).length) return
      const openedAtMs = (viewOf(before, userId(99)).phase_ends_at ?? 0) - (hasClock(before) ? 20_000 : 300_000)
      const elapsedMs = Math.max(atMs, before.changedAtMs) - openedAtMs
      const given = givenAnswers(state).find(({ index, id }) => !before.answers[index]?.[id]?.isAnswered)
      const player = before.players.find(({ id }) => id === given?.id)
      const factor = player?.timeFactor ?? 1
      const ownMs = hasClock(before) ? 20_000 * factor : 300_000
      expect(elapsedMs).toBeLessThan(ownMs + 1_000)
      expect(given?.entry.timeMs).toBeLessThanOrEqual(20_000)
      const leastMs = Math.round((elapsedMs - 500) / factor)
      expect(given?.entry.timeMs).toBeGreaterThanOrEqual(Math.max(0, Math.min(20_000, leastMs)))
      if (given?.entry.answer === null) expect(elapsedMs).toBeGreaterThanOrEqual(ownMs - 1_000)
    })
  })

  test('points follow the formula, only closed questions count, and their sum is the score', () => {
    always(({ taken: { state } }) => {
      const closed = state.answers.slice(0, closedCount(state))
      const entriesOf = ({ id }: Player) => closed.map((entries) => entries[id])
      const formula = (entry: StoredAnswer | undefined, index: number) =>
        entry?.answer === QUESTIONS[index]?.correctAnswerId
          ? Math.round(1_000 * (1 - (hasClock(state) ? (entry?.timeMs ?? 0) : 0) / 40_000))
          : 0
      const due = state.players.map((player) => entriesOf(player).map(formula))
      const given = state.players.map((player) => entriesOf(player).map((entry) => entry?.points))
      expect(given).toEqual(due)
      expect(state.players.map(({ points }) => points)).toEqual(due.map(sum))
      const countedMs = (entry: StoredAnswer | undefined) => (hasClock(state) ? (entry?.timeMs ?? Number.NaN) : 0)
      const times = state.players.map((player) => sum(entriesOf(player).map(countedMs)))
      expect(state.players.map(({ totalMs }) => totalMs)).toEqual(times)
      expect(Object.values(viewOf(state).state.points)).toEqual(due.map(sum))
    })
  })

  test('points never decrease, and none are added once the game has finished', () => {
    always(({ before, event, taken: { state } }) => {
      const isOver = before.status === 'finished' || before.status === 'archived'
      // A deleted account may swap places with a tied player, because names break ties.
      const inOrder = ({ players }: GameState) => {
        const ids = players.map(({ id }) => id)
        return event.type === 'player_erased' ? ids.toSorted() : ids
      }
      if (isOver) expect(inOrder(state)).toEqual(inOrder(before))
      const earlier = new Map(before.players.map(({ id, points }) => [id, points]))
      const gains = state.players.map(({ id, points }) => points - (earlier.get(id) ?? 0))
      expect(gains.filter((gain) => gain < 0 || (isOver && gain > 0))).toEqual([])
    })
  })

  test('everyone sees the players in the same order: points descending, time ascending, name, id', () => {
    always(({ taken: { state } }) => {
      const orders = viewers(state).map((viewer) => viewOf(state, viewer).players.map(({ id }) => id))
      expect(orders.filter((order) => order.join() !== orders[0]?.join())).toEqual([])
      if (state.askedCount === 0) return
      const rest = state.players.slice(1)
      expect(rest.filter((player, index) => !isAhead(state.players[index], player))).toEqual([])
    })
  })

  test('only the creator changes settings and status', () => {
    always(({ before, event, atMs, taken }) => {
      if (!['update_requested', 'game_replaced', 'rematch_requested', 'player_removed'].includes(event.type)) return
      if (!('userId' in event)) return
      if (event.userId === HOST) return
      expect(taken.refused).toBe(findPlayer(before, event.userId) ? 'not_creator' : 'no_game')
      expect(taken.state).toEqual(step(before, QUESTIONS, timePasses, atMs).state)
    })
  })

  test('players whom the creator has removed stay out, and only the creator removes anybody, from the lobby', () => {
    always(({ before, event, taken: { state } }) => {
      for (const removed of state.removedUserIds)
        expect(state.players.map((player) => player.userId)).not.toContain(removed)
      expect(state.removedUserIds.slice(0, before.removedUserIds.length)).toEqual(before.removedUserIds)
      if (state.removedUserIds.length === before.removedUserIds.length) return
      expect(event).toMatchObject({ type: 'player_removed', userId: HOST })
      expect(state.status).toBe('pending')
      expect(state.players.length).toBe(before.players.length - 1)
    })
  })

  test('a version identifies one state: it grows by 1 with every change and only then', () => {
    always(({ before, event, taken }) => {
      const { state, refused } = taken
      expect(state.changedAtMs).toBeGreaterThanOrEqual(before.changedAtMs)
      if (state.version === before.version) {
        expect(state).toBe(before)
        expect(taken).toEqual({ ...accept(before), refused })
        return
      }
      expect(refused).toBeNull()
      const isSilent = before.status === 'archived' || event.type === 'rematch_requested'
      const toldCount = updatesIn(taken).length + (event.type === 'rematch_requested' ? 0 : taken.watchers.length)
      expect(toldCount > 0).toBe(!isSilent)
      if (event.type !== 'outage_noticed')
        expect(state.version - before.version).toBe(changeCount(before, event, state))
    })
  })

  test('a step reports that the members changed exactly when they did', () => {
    const membersOf = (state: GameState) =>
      state.status === 'archived' ? 'nobody, for good' : attachedUserIds(state).toSorted().join()
    always(({ before, taken: { state, changesMembers } }) => {
      expect(changesMembers).toBe(membersOf(before) !== membersOf(state))
    })
  })

  test('a started game has at least two players, one to ten topics, and a question', () => {
    always(({ before, taken: { state } }) => {
      if (before.status !== 'pending' || state.status !== 'starting') return
      expect(attachedUserIds(state).length).toBeGreaterThanOrEqual(2)
      expect(state.settings.topics.length).toBeGreaterThanOrEqual(1)
      expect(state.settings.topics.length).toBeLessThanOrEqual(10)
      expect(state.settings.questionCount).toBeGreaterThanOrEqual(1)
    })
  })

  test('awards are given once, when the game finishes by itself, to each player still in it who has points', () => {
    always(({ before, event, taken }) => {
      const { state } = taken
      const isFinish = before.status !== 'finished' && state.status === 'finished'
      const isAsked = event.type === 'update_requested' || event.type === 'game_replaced'
      const due = isFinish && !isAsked ? state.players.filter(({ isAttached }) => isAttached) : []
      const earned = due.map((player) => [player.userId, Math.round(player.points / 100)] as const)
      expect(awardsIn(taken)).toEqual(earned.filter(([, points]) => points > 0))
    })
  })

  test('every view matches the contract, and users without an answer of their own get the same bytes', () => {
    always(({ taken: { state } }) => {
      const shared = JSON.stringify(viewOf(state, userId(99)))
      expect(gameSchema.safeParse(viewOf(state)).success).toBe(true)
      for (const viewer of viewers(state)) {
        expect(JSON.stringify(viewOf(state, viewer)) !== shared).toBe(hasOwnView(state, viewer))
      }
    })
  })

  test("while a question is open nobody sees its points, the right answer, or another player's answer", () => {
    always(({ taken: { state } }) => {
      if (!isQuestionOpen(state)) return
      const index = state.askedCount - 1
      for (const viewer of viewers(state)) {
        const seen = viewOf(state, viewer)
        const own = state.players.find(({ userId: user }) => user === viewer)?.id
        expect(seen.questions).toHaveLength(state.askedCount)
        expect(seen.state.answers_info_items[index]).toBeUndefined()
        for (const [id, entry] of Object.entries(seen.state.answers[index] ?? {})) {
          expect(entry).toMatchObject({ points: null, is_pause: false, is_answered: true })
          if (id !== own && state.isRelaxed) expect.fail('who has answered shows who has more time')
          if (id !== own) expect(entry).toMatchObject({ answer: null, time_spent: null })
        }
      }
    })
  })

  test('a state is plain JSON, and the same script always has the same result', () => {
    assert(
      property(scripts, (script) => {
        const frames = play(script, QUESTIONS)
        const last = frames.at(-1)?.taken.state
        expect(JSON.parse(JSON.stringify(last ?? null))).toEqual(last ?? null)
        expect(play(script, buildQuestions(QUESTION_COUNT, 1))).toEqual(frames)
      }),
    )
  })
})

function isAhead(one: Player | undefined, other: Player): boolean {
  if (!one) return false
  if (one.points !== other.points) return one.points > other.points
  if (one.totalMs !== other.totalMs) return one.totalMs < other.totalMs
  return one.name === other.name ? one.id < other.id : one.name < other.name
}

/** The number of changes between two states, derived from their differences. */
function changeCount(before: GameState, event: Frame['event'], state: GameState): number {
  const has = (in_: GameState, id: PlayerId) => in_.players.some((player) => player.id === id)
  const joined = state.players.filter(({ id }) => !has(before, id)).length
  const left = before.players.filter(({ id }) => !has(state, id)).length
  const attached = (of: GameState) => of.players.filter(({ isAttached }) => isAttached).length
  const isErased = event.type === 'player_erased'
  const detached = before.status === 'finished' && !isErased ? attached(before) - attached(state) : 0
  const answered = givenAnswers(state).length - givenAnswers(before).length
  const opened = state.askedCount - before.askedCount
  const closed = closedCount(state) - closedCount(before)
  const isUnderWay = before.status === 'starting' || before.status === 'running'
  const started = before.status === 'pending' && state.status === 'starting' ? 1 : 0
  const finished = isUnderWay && (state.status === 'finished' || state.status === 'archived') ? 1 : 0
  const archived = before.status !== 'archived' && state.status === 'archived' ? 1 : 0
  const isOfSeats = ['seat_taken', 'seat_left', 'player_erased'].includes(event.type)
  const seated = isOfSeats && seatsOf(state).length !== seatsOf(before).length ? 1 : 0
  const saved = haveSettingsChanged(before, event) ? 1 : 0
  const postponed = wasPostponed(before, state) ? 1 : 0
  const nameBefore = (id: PlayerId) => before.players.find((player) => player.id === id)?.name
  const erased = state.players.filter(
    ({ id, name }) => name === 'Deleted player' && ![undefined, name].includes(nameBefore(id)),
  ).length
  return (
    seated +
    erased +
    joined +
    left +
    detached +
    answered +
    opened +
    closed +
    started +
    finished +
    archived +
    saved +
    postponed
  )
}

/** What may still change in an archived game: the name of a deleted account. */
function namesOf({ players, version, changedAtMs }: GameState, event: Frame['event']): Partial<GameState> {
  return event.type === 'player_erased' ? { players, version, changedAtMs } : {}
}

/** The longest clock of those who have not answered. */
function longestAwaitedMs(state: GameState): number {
  const entries = state.answers.at(-1)
  const awaited = state.players.filter(({ id, isAttached }) => isAttached && !entries?.[id])
  // If all accounts were deleted during the countdown or the reveal, nobody is awaited, and the usual clock runs out.
  const usualMs = usualAnswerMs(state)
  return awaited.length > 0 ? Math.max(...awaited.map((player) => answerMsOf(state, player))) : usualMs
}

function wasPostponed(before: GameState, state: GameState): boolean {
  const isSamePhase = phaseOf(before) === phaseOf(state) && before.askedCount === state.askedCount
  return state.creditedMs > before.creditedMs || (isSamePhase && before.phaseStartedAtMs !== state.phaseStartedAtMs)
}

function haveSettingsChanged(before: GameState, event: Frame['event']): boolean {
  if (event.type !== 'update_requested' || before.status !== 'pending') return false
  const alone = step(before, [], { ...event, status: undefined }, before.changedAtMs).state
  return JSON.stringify(alone.settings) !== JSON.stringify(before.settings)
}

describe('seats', () => {
  test('belong to users who do not play, 50 at most with the players, and exist only from the start to the end', () => {
    always(({ taken: { state } }) => {
      const seats = seatsOf(state)
      const attached = attachedUserIds(state)
      const users = [...attached, ...watcherIdsOf(state)]
      expect(new Set(users).size).toBe(users.length)
      if (seats.length > 0) expect(users.length).toBeLessThanOrEqual(50)
      if (state.status === 'pending' || state.status === 'archived') expect(seats).toEqual([])
    })
  })

  test('change nothing else in the game, and notify those whose seat has changed', () => {
    always(({ before, event, atMs, taken: { state, update, watchers } }) => {
      const isOf = (of: GameState, user: UserId) => findSeat(of, user) !== null
      const users = new Set([...watcherIdsOf(before), ...watcherIdsOf(state)])
      const changed = [...users].filter((user) => isOf(before, user) !== isOf(state, user))
      expect(watchers.toSorted()).toEqual(changed.toSorted())
      if (event.type !== 'seat_taken' && event.type !== 'seat_left') return
      const passed = step(before, QUESTIONS, timePasses, atMs)
      expect(update).toBe(passed.update)
      const { version, changedAtMs, seats = [] } = state
      expect({ ...passed.state, version, changedAtMs, seats }).toEqual({ ...state, seats })
    })
  })
})

describe('time', () => {
  test('gives the same state whether deadlines pass one by one or all in one step', () => {
    assert(
      property(scripts, nat(200_000), (script, waitMs) => {
        for (const { taken } of play(script, QUESTIONS)) {
          const untilMs = taken.state.changedAtMs + waitMs
          let one = taken.state
          for (let wakeMs = nextWakeAt(one); wakeMs !== null && wakeMs <= untilMs; wakeMs = nextWakeAt(one)) {
            one = step(one, QUESTIONS, timePasses, wakeMs).state
          }
          expect(step(taken.state, QUESTIONS, timePasses, untilMs).state).toEqual(one)
        }
      }),
    )
  })

  test('finishes every game without any client: a countdown takes 4 s, a question 1 s more than the longest clock awaited', () => {
    always(({ taken }) => {
      let { state } = taken
      const leftCount = Math.min(state.settings.questionCount, QUESTION_COUNT) - state.askedCount
      const longestMs = Math.max(...state.players.map((player) => answerMsOf(state, player)))
      const mostMs = 4_000 + longestMs + 1_000 + 60_000 + 5_000 + leftCount * (longestMs + 6_000)
      const startMs = state.changedAtMs
      while (state.status === 'starting' || state.status === 'running') {
        const wakeMs = nextWakeAt(state) ?? Infinity
        const phaseMs = { starting: 4_000, open: longestAwaitedMs(state) + 1_000, reveal: 5_000 }[phaseOf(state)] ?? 0
        expect(wakeMs - state.phaseStartedAtMs).toBe(phaseMs)
        const next = step(state, QUESTIONS, timePasses, wakeMs).state
        expect(phaseOf(next)).not.toBe(phaseOf(state))
        state = next
      }
      if (state !== taken.state && state.status === 'finished')
        expect(state.changedAtMs - startMs).toBeLessThanOrEqual(mostMs)
    })
  })

  test('gives the time of an outage back once, however often it is noticed, and at most 60 s per question', () => {
    always(({ event, atMs, taken: { state } }) => {
      expect(state.creditedMs).toBeLessThanOrEqual(60_000)
      if (event.type === 'outage_noticed') expect(step(state, QUESTIONS, event, atMs).state).toBe(state)
    })
  })

  test('never traps anyone: a guest can always leave, the creator can always start a new game', () => {
    always(({ taken: { state } }) => {
      const nowMs = state.changedAtMs
      for (const player of state.players.filter(({ userId: user }) => user !== HOST).slice(0, 4)) {
        const number = Number(player.userId.slice(-12))
        const left = step(state, QUESTIONS, leaves(number), nowMs)
        expect(left.refused).toBeNull()
        if (state.status !== 'archived') expect(findPlayer(left.state, player.userId)).toBeNull()
      }
      if (!findPlayer(state, HOST) && state.status !== 'archived') return
      const replaced = step(state, QUESTIONS, replaces(0), nowMs)
      if (findPlayer(state, HOST)) expect(replaced).toMatchObject({ refused: null, state: { status: 'archived' } })
    })
  })
})

describe('secrecy', () => {
  test('two games that differ only in the right answer send everyone the same bytes until the question closes', () => {
    assert(
      property(scripts, nat(QUESTION_COUNT - 1), integer({ min: 1, max: 3 }), (script, index, shift) => {
        const twin = QUESTIONS.with(index, buildQuestion(index, (1 + shift) % 4))
        const frames = play(script, QUESTIONS)
        const twinFrames = play(script, twin)
        for (const [at, { before, taken }] of frames.entries()) {
          if (closedCount(before) > index) return
          const other = twinFrames[at]?.taken
          expect(other?.refused).toBe(taken.refused)
          if (closedCount(taken.state) > index || !other) return
          expect({ ...other, state: null }).toEqual({ ...taken, state: null })
          for (const viewer of viewers(taken.state)) {
            expect(JSON.stringify(viewFor(other.state, twin, viewer, 0))).toBe(
              JSON.stringify(viewOf(taken.state, viewer)),
            )
          }
          expect(stageText(other.state, twin)).toBe(stageText(taken.state, QUESTIONS))
          expect(watcherText(other.state, twin)).toBe(watcherText(taken.state, QUESTIONS))
        }
      }),
      { numRuns: RUNS, seed: SEED },
    )
  })
})

describe('more time for some', () => {
  test('only the start fixes the time of a player; nothing of it is left once the game is over', () => {
    always(({ before, taken: { state } }) => {
      const isOver = state.status === 'finished' || state.status === 'archived'
      for (const { id, timeFactor } of state.players) {
        if (state.status === 'pending' || isOver) expect(timeFactor).toBeUndefined()
        const earlier = before.players.find((player) => player.id === id)
        const isSame = before.status === 'starting' || before.status === 'running'
        if (isSame && !isOver && findPlayer(state, earlier?.userId ?? HOST)?.id === id)
          expect(timeFactor).toBe(earlier?.timeFactor)
      }
      const hasFactors = state.players.some(({ timeFactor }) => timeFactor !== undefined)
      if (hasFactors) expect(state).toMatchObject({ isRelaxed: true })
      if (before.status !== 'pending') expect(state.isRelaxed).toBe(before.isRelaxed)
    })
  })

  test('an open question waits for somebody whose own time is running, if anybody is left, and nobody answers after theirs', () => {
    always(({ before, event, atMs, taken: { state, refused } }) => {
      if (isQuestionOpen(state) && attachedUserIds(state).length > 0) {
        const entries = state.answers.at(-1)
        const awaited = state.players.filter(({ id, isAttached }) => isAttached && !entries?.[id])
        expect(awaited.some((player) => state.changedAtMs < answersUntilMs(state, player))).toBe(true)
      }
      if (event.type !== 'answer_committed' || !isQuestionOpen(before)) return
      const player = findPlayer(before, event.userId)
      const isLate = player !== null && Math.max(atMs, before.changedAtMs) >= answersUntilMs(before, player)
      if (isLate && !before.answers.at(-1)?.[player.id]) expect(refused).not.toBeNull()
    })
  })

  test('nobody gains by waiting, whatever their clock, and the same part of one’s own time earns the same', () => {
    const factors = constantFrom(...TIME_FACTORS)
    assert(
      property(factors, nat(210_000), nat(10_000), nat(20_000), (factor, elapsedMs, laterMs, clientMs) => {
        const pointsAt = (spentMs: number, by: number, client = 0) => pointsFor(effectiveTimeMs(client, spentMs, by))
        expect(pointsAt(elapsedMs + laterMs, factor, clientMs)).toBeLessThanOrEqual(
          pointsAt(elapsedMs, factor, clientMs),
        )
        const usual = pointsFor(Math.min(20_000, Math.round(Math.max(0, elapsedMs - 500) / factor)))
        expect(pointsAt(elapsedMs, factor)).toBe(usual)
      }),
    )
  })

  test('the others are sent the same bytes whichever of two players has more time, until the question closes', () => {
    const moves = array(move, { maxLength: 12 })
    const factor = constantFrom(...TIME_FACTORS.filter((by) => by > 1))
    assert(
      property(moves, factor, (drawn, by) => {
        const script = { guestCount: 3, questionCount: 3, isStarted: true, isTimed: true, moves: drawn }
        const frames = play({ ...script, factors: [1, by, 1, 1] }, QUESTIONS)
        const twins = play({ ...script, factors: [1, 1, by, 1] }, QUESTIONS)
        for (const [at, { taken }] of frames.entries()) {
          const twin = twins[at]?.taken
          if (!twin || closedCount(taken.state) > 0 || closedCount(twin.state) > 0) return
          if (![taken, twin].every(({ state }) => isQuestionOpen(state) || state.status === 'starting')) return
          for (const viewer of [HOST, userId(3), userId(99)]) {
            const seen = { ...viewOf(taken.state, viewer), version: 0 }
            expect(JSON.stringify({ ...viewOf(twin.state, viewer), version: 0 })).toBe(JSON.stringify(seen))
          }
        }
      }),
      { numRuns: RUNS, seed: SEED },
    )
  })
})
