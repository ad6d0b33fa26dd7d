import type { GameStatus } from '@quizmaster/contract/http/games'
import type { UserId } from '@quizmaster/contract/ids'
import { RUNNING_EARLY_MS } from '@quizmaster/contract/limits'
import type { LockRequested, PlayerRemoved, SettingsChange, UpdateRequested } from './game-event.ts'
import { type EpochMs, findPlayer, type GameQuestion, type GameSettings, type GameState } from './game-state.ts'
import { archive, finish, openQuestion, startCountdown } from './phases.ts'
import { accept, andThen, change, refuse, type RefusalCode, type Step } from './step.ts'

/** Why a user may not do what only the creator may; 404 comes before 403 (contract 2). */
export function creatorRefusal(state: GameState, userId: UserId): RefusalCode | null {
  if (!findPlayer(state, userId)) return 'no_game'
  return userId === state.creatorId ? null : 'not_creator'
}

/** `POST game/update`: settings first, then status, all or nothing. */
export function updateGame(
  state: GameState,
  questions: readonly GameQuestion[],
  { userId, settings, status, timeFactors }: UpdateRequested,
  atMs: EpochMs,
): Step {
  const refusal = creatorRefusal(state, userId)
  if (refusal) return refuse(state, refusal)
  const saved = settings ? saveSettings(state, settings, atMs) : accept(state)
  if (saved.refused) return saved
  const moved = andThen(saved, (next) =>
    status ? moveTo(next, { status, timeFactors }, questions, atMs) : accept(next),
  )
  return moved.refused ? refuse(state, moved.refused) : moved
}

/** The settings after a change. Once there are topics, the count is lowered to what they hold (contract 3). */
function changedSettings(
  current: GameSettings,
  { topics, questionCount, hasClock, isWatchable, questionsHeld }: SettingsChange,
) {
  const { hasClock: _clock, isWatchable: _watching, ...kept } = current
  const isTimed = hasClock ?? current.hasClock !== false
  const isWatched = isWatchable ?? current.isWatchable !== false
  const asked: GameSettings = {
    ...kept,
    topics: topics ?? current.topics,
    questionCount: questionCount ?? current.questionCount,
    ...(isTimed ? {} : { hasClock: false }),
    ...(isWatched ? {} : { isWatchable: false }),
  }
  const hasTopics = asked.topics.length > 0
  const lowered = {
    ...asked,
    questionCount: hasTopics ? Math.min(asked.questionCount, questionsHeld) : asked.questionCount,
  }
  return { asked, lowered }
}

/** Settings equal to the current ones are accepted in any status; others only in the lobby. */
function saveSettings(state: GameState, wish: SettingsChange, atMs: EpochMs): Step {
  const { asked, lowered } = changedSettings(state.settings, wish)
  if (areSame(lowered, state.settings)) return accept(state)
  if (state.status === 'pending') return change(state, atMs, { settings: lowered }, { update: 'settings_changed' })
  return areSame(asked, state.settings) ? accept(state) : refuse(state, 'bad_transition')
}

function areSame(one: GameSettings, other: GameSettings): boolean {
  return (
    one.questionCount === other.questionCount &&
    one.hasClock === other.hasClock &&
    one.isWatchable === other.isWatchable &&
    one.topics.length === other.topics.length &&
    one.topics.every((topic, at) => topic === other.topics[at])
  )
}

/** The transitions that the creator may request (contract 6). Requesting the current status changes nothing. */
function moveTo(
  state: GameState,
  { status, timeFactors }: { status: GameStatus; timeFactors: UpdateRequested['timeFactors'] },
  questions: readonly GameQuestion[],
  atMs: EpochMs,
): Step {
  if (status === state.status) return accept(state)
  switch (`${state.status} to ${status}`) {
    case 'pending to starting':
      return startCountdown(state, questions, atMs, timeFactors)
    case 'starting to running':
      return isTooEarly(state, atMs) ? refuse(state, 'too_early') : openQuestion(state, questions, atMs)
    case 'starting to finished':
    case 'running to finished':
      return finish(state, questions, atMs, { earns: false })
    case 'pending to archived':
    case 'finished to archived':
      return archive(state, atMs)
    default:
      return refuse(state, 'bad_transition')
  }
}

function isTooEarly({ phaseEndsAtMs }: GameState, atMs: EpochMs): boolean {
  return phaseEndsAtMs !== null && atMs < phaseEndsAtMs - RUNNING_EARLY_MS
}

/** `POST game/lock`: nobody else can join a locked lobby. Requesting the current state changes nothing. */
export function lockGame(state: GameState, { userId, isLocked }: LockRequested, atMs: EpochMs): Step {
  const refusal = creatorRefusal(state, userId)
  if (refusal) return refuse(state, refusal)
  if (state.status !== 'pending') return refuse(state, 'bad_transition')
  if (isLocked === (state.isLocked ?? false)) return accept(state)
  return change(state, atMs, { isLocked }, { update: 'settings_changed' })
}

/**
 * `POST game/remove_player`: removes a player from the lobby, who cannot join this game again. Repeating it changes
 * nothing.
 */
export function removePlayer(state: GameState, { userId, removedUserId }: PlayerRemoved, atMs: EpochMs): Step {
  const refusal = creatorRefusal(state, userId)
  if (refusal) return refuse(state, refusal)
  if (state.removedUserIds.includes(removedUserId)) return accept(state)
  const removed = state.players.find((player) => player.userId === removedUserId)
  if (!removed) return refuse(state, 'not_found')
  if (removedUserId === state.creatorId) return refuse(state, 'creator_cannot_leave')
  if (state.status !== 'pending') return refuse(state, 'game_started')
  const players = state.players.filter((player) => player !== removed)
  const removedUserIds = [...state.removedUserIds, removedUserId]
  // The row of a deleted account has nobody to notify.
  const leavers = removed.isAttached ? [{ userId: removedUserId, reason: 'player_removed' } as const] : []
  const effects = { leavers, update: 'player_removed', changesMembers: removed.isAttached } as const
  return change(state, atMs, { players, removedUserIds }, effects)
}

/** The creator forced a new game: this one ends, and nobody earns points (contract 5, 6). */
export function replaceGame(state: GameState, questions: readonly GameQuestion[], userId: UserId, atMs: EpochMs): Step {
  const refusal = creatorRefusal(state, userId)
  if (refusal) return refuse(state, refusal)
  if (state.status === 'archived') return accept(state)
  const isUnderWay = state.status === 'starting' || state.status === 'running'
  const ended = isUnderWay ? finish(state, questions, atMs, { earns: false }) : accept(state)
  return andThen(ended, (last) => archive(last, atMs))
}

/** `POST game/rematch`: archives the finished game. `rematchLobby` creates the next lobby. */
export function requestRematch(state: GameState, userId: UserId, atMs: EpochMs): Step {
  const refusal = creatorRefusal(state, userId) ?? (state.status === 'finished' ? null : 'bad_transition')
  return refusal ? refuse(state, refusal) : archive(state, atMs)
}
