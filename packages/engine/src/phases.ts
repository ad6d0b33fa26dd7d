import type { UserId } from '@quizmaster/contract/ids'
import { COUNTDOWN_MS, MAX_TOPICS, MIN_PLAYERS, REVEAL_MS } from '@quizmaster/contract/limits'
import { hasClock, isAnyoneAwaited, usualAnswerMs, withoutTimeFactors } from './answer-time.ts'
import {
  attachedPlayers,
  type EpochMs,
  type GameQuestion,
  type GameState,
  isQuestionOpen,
  type Player,
  watcherIdsOf,
} from './game-state.ts'
import { awardFor, inRankingOrder, scoredAnswer } from './scoring.ts'
import { accept, andThen, type Award, change, refuse, type Step } from './step.ts'

/** How many times the usual time players have, by user; those left out have the usual time. */
export type TimeFactors = Readonly<Record<UserId, number>>

/**
 * Starts the countdown. If fewer questions were drawn than the settings ask for, the game has that many. From here on
 * nobody can join, and each player's time is fixed.
 */
export function startCountdown(
  state: GameState,
  questions: readonly GameQuestion[],
  atMs: EpochMs,
  timeFactors: TimeFactors = {},
): Step {
  const { questionCount, topics } = state.settings
  const drawnCount = Math.min(questionCount, questions.length)
  if (attachedPlayers(state.players).length < MIN_PLAYERS) return refuse(state, 'not_enough_players')
  if (topics.length === 0 || topics.length > MAX_TOPICS || drawnCount < 1) return refuse(state, 'no_topics')
  return change(
    state,
    atMs,
    {
      status: 'starting',
      settings: { ...state.settings, questionCount: drawnCount },
      ...relaxed(state, timeFactors),
      phaseStartedAtMs: atMs,
      phaseEndsAtMs: atMs + COUNTDOWN_MS,
    },
    { update: 'starting' },
  )
}

/** What more time for some players changes: nothing if nobody has it, and nothing without a clock. */
function relaxed(state: GameState, timeFactors: TimeFactors): Partial<GameState> {
  const factorOf = ({ userId, isAttached }: Player) => (isAttached ? (timeFactors[userId] ?? 1) : 1)
  if (!hasClock(state) || !state.players.some((player) => factorOf(player) > 1)) return {}
  const players = state.players.map((player) =>
    factorOf(player) > 1 ? { ...player, timeFactor: factorOf(player) } : player,
  )
  return { players, isRelaxed: true }
}

/** Opens the next question for 20 s; after the last one the game is finished. */
export function openQuestion(state: GameState, questions: readonly GameQuestion[], atMs: EpochMs): Step {
  const isLast = state.askedCount >= Math.min(state.settings.questionCount, questions.length)
  if (isLast) return finish(state, questions, atMs, { earns: true })
  return change(
    state,
    atMs,
    {
      status: 'running',
      players: inRankingOrder(state.players),
      askedCount: state.askedCount + 1,
      isClosed: false,
      answers: [...state.answers, {}],
      phaseStartedAtMs: atMs,
      phaseEndsAtMs: atMs + usualAnswerMs(state),
      creditedMs: 0,
    },
    { update: 'question_opened' },
  )
}

/** Closes the open question: answers are scored, points and ranking are updated, and the reveal begins. */
export function closeQuestion(state: GameState, questions: readonly GameQuestion[], atMs: EpochMs): Step {
  const index = state.askedCount - 1
  const entries = { ...state.answers[index] }
  const isTimed = hasClock(state)
  const players = state.players.map((player) => {
    const entry = scoredAnswer(entries[player.id], questions[index], isTimed)
    entries[player.id] = entry
    const addedMs = isTimed ? entry.timeMs : 0
    return { ...player, points: player.points + entry.points, totalMs: player.totalMs + addedMs }
  })
  return change(
    state,
    atMs,
    {
      players: inRankingOrder(players),
      isClosed: true,
      answers: state.answers.with(index, entries),
      phaseStartedAtMs: atMs,
      phaseEndsAtMs: atMs + REVEAL_MS,
    },
    { update: 'question_closed' },
  )
}

/** Closes the open question once every player still in the game has answered, or has no time left (contract 6). */
export function closeIfAllAnswered(state: GameState, questions: readonly GameQuestion[], atMs: EpochMs): Step {
  const isComplete = isQuestionOpen(state) && !isAnyoneAwaited(state, atMs)
  return isComplete ? closeQuestion(state, questions, atMs) : accept(state)
}

/**
 * Ends a starting or running game and freezes its results. An open question is closed first, so acknowledged answers
 * count. `earns`: the game ended by itself, so each player still in it earns points (contract 5).
 */
export function finish(
  state: GameState,
  questions: readonly GameQuestion[],
  atMs: EpochMs,
  { earns }: { earns: boolean },
): Step {
  const closed = isQuestionOpen(state) ? closeQuestion(state, questions, atMs) : accept(state)
  return andThen(closed, (last) => {
    const players = withoutTimeFactors(inRankingOrder(last.players))
    const patch = {
      status: 'finished',
      isCancelled: !earns,
      players,
      phaseStartedAtMs: atMs,
      phaseEndsAtMs: null,
    } as const
    return change(last, atMs, patch, { update: 'finished', awards: earns ? awardsOf(last) : [] })
  })
}

/** Each player still in the game earns their points divided by 100, rounded. */
function awardsOf({ players }: GameState): Award[] {
  return attachedPlayers(players)
    .map(({ userId, id, points }) => ({ userId, playerId: id, points: awardFor(points) }))
    .filter(({ points }) => points > 0)
}

/**
 * Nobody is in an archived game, and nobody watches it. It never changes again, except that a deleted account's name
 * and a seat that an earlier version left behind are removed.
 */
export function archive(state: GameState, atMs: EpochMs): Step {
  const players = withoutTimeFactors(state.players)
  const watchers = watcherIdsOf(state)
  const patch = {
    status: 'archived',
    players,
    ...(watchers.length > 0 ? { seats: [] } : {}),
    phaseStartedAtMs: atMs,
    phaseEndsAtMs: null,
  } as const
  return change(state, atMs, patch, { update: 'archived', changesMembers: true, watchers })
}
