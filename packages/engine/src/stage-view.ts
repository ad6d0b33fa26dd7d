import type { StageGame } from '@quizmaster/contract/http/stage'
import type { PlayerId } from '@quizmaster/contract/ids'
import { hasClock } from './answer-time.ts'
import { winsAfter } from './evening.ts'
import {
  type EpochMs,
  type GameQuestion,
  type GameState,
  isQuestionOpen,
  type Player,
  type StageState,
} from './game-state.ts'
import { inRankingOrder } from './scoring.ts'

/**
 * The game as its stages show it; null if no stage shows it, or it is archived. Like a player's view it is built from
 * what may be seen: until a question closes, nothing in it depends on which answer is right, or on who has answered.
 */
export function stageViewOf(state: GameState, questions: readonly GameQuestion[], nowMs: EpochMs): StageGame | null {
  const { stage } = state
  const shared = stage ? sharedViewOf(state, questions, nowMs) : null
  if (!stage || !shared) return null
  return { id: stage.isIdShown ? state.id : null, since: stage.sinceMs, ...shared }
}

/** What both stages and watchers on phones are shown; null if the game is archived. */
export function sharedViewOf(
  state: GameState,
  questions: readonly GameQuestion[],
  nowMs: EpochMs,
): Omit<StageGame, 'id' | 'since'> | null {
  const { status, settings } = state
  if (status === 'archived') return null
  return {
    status,
    host: hostName(state),
    settings: {
      topics: [...settings.topics],
      question_count: settings.questionCount,
      ...(settings.hasClock === false ? { has_clock: false } : {}),
    },
    players: shownPlayers(state),
    question: currentQuestion(state, questions),
    reveal: revealOf(state, questions),
    ...(state.isLocked && status === 'pending' ? { is_locked: true } : {}),
    ...(state.isCancelled ? { is_cancelled: true } : {}),
    ...(state.isRelaxed ? { is_relaxed: true } : {}),
    ...(state.evening ? { evening: { wins: winsAfter(state), players: [...state.evening.players] } } : {}),
    version: state.version,
    server_time: nowMs,
    phase_ends_at: state.phaseEndsAtMs,
  }
}

/** The name of the creator. */
export function hostName({ players, creatorId }: GameState): string {
  return players.find(({ userId }) => userId === creatorId)?.name ?? ''
}

/** The stages that get the game's updates. */
export function stageIdsOf({ stage }: GameState): StageState['ids'] {
  return stage?.ids ?? []
}

function shownPlayers(state: GameState): StageGame['players'] {
  const { players, creatorId } = state
  const changed = isReveal(state) ? whatChanged(state) : null
  return players.map(({ id, userId, name, points }) => ({
    id,
    name,
    points,
    ...(userId === creatorId ? { is_host: true as const } : {}),
    ...changed?.get(id),
  }))
}

function isReveal({ status, isClosed }: GameState): boolean {
  return status === 'running' && isClosed
}

/** What the question that has just closed earned each player, and the place they had before it. */
function whatChanged(state: GameState) {
  const { players, answers, askedCount } = state
  const entries = answers[askedCount - 1]
  const isTimed = hasClock(state)
  const before = players.map((player): Player => {
    const { points = 0, timeMs = 0 } = entries?.[player.id] ?? {}
    return { ...player, points: player.points - (points ?? 0), totalMs: player.totalMs - (isTimed ? timeMs : 0) }
  })
  return new Map<PlayerId, { gained: number; old_place: number }>(
    inRankingOrder(before).map(({ id }, index) => [id, { gained: entries?.[id]?.points ?? 0, old_place: index + 1 }]),
  )
}

function currentQuestion(state: GameState, questions: readonly GameQuestion[]): StageGame['question'] {
  const { askedCount, answers, players } = state
  const question = questions[askedCount - 1]
  if (!question) return null
  const entries = answers[askedCount - 1]
  const answerCount = players.filter(({ id }) => entries?.[id]?.isAnswered).length
  // In a small room the count would show who still has time after 20 s.
  const isCountHidden = state.isRelaxed && isQuestionOpen(state)
  return { ...question.shown, index: askedCount - 1, answer_count: isCountHidden ? null : answerCount }
}

function revealOf(state: GameState, questions: readonly GameQuestion[]): StageGame['reveal'] {
  const question = questions[state.askedCount - 1]
  if (!question || !state.isClosed) return null
  return { correct_answer_id: question.correctAnswerId, description: question.description }
}
