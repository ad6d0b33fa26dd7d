import type { Game, GameAnswer } from '@quizmaster/contract/http/games'
import type { PlayerId, UserId } from '@quizmaster/contract/ids'
import { answerMsOf } from './answer-time.ts'
import { winsAfter } from './evening.ts'
import {
  type EpochMs,
  type GameQuestion,
  type GameState,
  isQuestionOpen,
  type Player,
  type StoredAnswer,
} from './game-state.ts'

type AnswersInfo = Game['state']['answers_info_items']

const HAS_ANSWERED: GameAnswer = { answer: null, time_spent: null, points: null, is_pause: false, is_answered: true }

/**
 * The game as one user may see it (contract 3), and the only form in which it leaves the server. Built from what may be
 * seen, never by removing secrets: until a question closes, nothing in it depends on which answer is right.
 */
export function viewFor(
  state: GameState,
  questions: readonly GameQuestion[],
  viewerUserId: UserId,
  nowMs: EpochMs,
): Game {
  const { players, settings } = state
  const viewer = players.find(({ userId }) => userId === viewerUserId)
  const viewerId = viewer?.id ?? null
  return {
    id: state.id,
    type: 'fun',
    creator_id: state.creatorId,
    status: state.status,
    settings: {
      topics: [...settings.topics],
      question_count: settings.questionCount,
      ...(settings.hasClock === false ? { has_clock: false } : {}),
      ...(settings.isWatchable === false ? { is_watchable: false } : {}),
    },
    players: players.map(({ id, userId, name }) => ({ id, user_id: userId, name })),
    questions: questions.slice(0, state.askedCount).map(({ shown }) => shown),
    state: {
      points: Object.fromEntries(players.map(({ id, points }) => [id, points])),
      current_question_index: Math.max(0, state.askedCount - 1),
      answers: visibleAnswers(state, viewerId),
      answers_info_items: infoOfClosed(state, questions),
    },
    version: state.version,
    server_time: nowMs,
    phase_ends_at: state.phaseEndsAtMs,
    ...(state.isCancelled ? { is_cancelled: true } : {}),
    ...(state.isRelaxed ? { is_relaxed: true } : {}),
    ...(state.evening ? { evening: { wins: winsAfter(state), players: [...state.evening.players] } } : {}),
    ...(viewer && hasMoreTime(state, viewer) ? ownTime(state, viewer) : {}),
    ...(state.isLocked && state.status === 'pending' ? { is_locked: true } : {}),
    ...(state.stage ? { stage: { is_id_shown: state.stage.isIdShown } } : {}),
  }
}

function hasMoreTime(state: GameState, { timeFactor }: Player): boolean {
  return timeFactor !== undefined && isQuestionOpen(state)
}

/** Each player sees the end of their own time, so that nobody sees whose is longer. */
function ownTime(state: GameState, viewer: Player): Pick<Game, 'phase_ends_at' | 'answer_ms'> {
  const answerMs = answerMsOf(state, viewer)
  return { phase_ends_at: state.phaseStartedAtMs + answerMs, answer_ms: answerMs }
}

/** Whether this user's view differs from the others'. All other users get the same bytes. */
export function hasOwnView(state: GameState, viewerUserId: UserId): boolean {
  const viewer = state.players.find(({ userId }) => userId === viewerUserId)
  if (viewer === undefined || isClosedAt(state, state.askedCount - 1)) return false
  return state.answers[state.askedCount - 1]?.[viewer.id] !== undefined || hasMoreTime(state, viewer)
}

function isClosedAt(state: GameState, index: number): boolean {
  return index < state.askedCount - 1 || state.isClosed
}

/** While running, the current question and the one before; once finished, all of them. */
function visibleAnswers(state: GameState, viewerId: PlayerId | null): Game['state']['answers'] {
  const firstIndex = state.status === 'running' ? Math.max(0, state.askedCount - 2) : 0
  const shown: Game['state']['answers'] = {}
  for (let index = firstIndex; index < state.askedCount; index += 1) {
    shown[index] = answersAt(state, index, viewerId)
  }
  return shown
}

function answersAt(state: GameState, index: number, viewerId: PlayerId | null): Record<PlayerId, GameAnswer> {
  const isClosed = isClosedAt(state, index)
  const shown: Record<PlayerId, GameAnswer> = {}
  for (const { id } of state.players) {
    const stored = state.answers[index]?.[id]
    if (!stored) continue
    if (isClosed || id === viewerId) shown[id] = wholeAnswer(stored, isClosed)
    // Who still has not answered after 20 s would be a player with more time.
    else if (!state.isRelaxed) shown[id] = HAS_ANSWERED
  }
  return shown
}

function wholeAnswer({ answer, timeMs, points, isAnswered }: StoredAnswer, isClosed: boolean): GameAnswer {
  return { answer, time_spent: timeMs, points, is_pause: isClosed, is_answered: isAnswered }
}

function infoOfClosed(state: GameState, questions: readonly GameQuestion[]): AnswersInfo {
  const shown: AnswersInfo = {}
  questions.slice(0, state.askedCount).forEach(({ shown: question, correctAnswerId, description }, index) => {
    if (!isClosedAt(state, index)) return
    const text = question.answers.find(({ id }) => id === correctAnswerId)?.text ?? ''
    shown[index] = { correct_answer_id: correctAnswerId, correct_answer_text: text, description }
  })
  return shown
}
