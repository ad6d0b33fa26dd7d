import type { UserId } from '@quizmaster/contract/ids'
import { MAX_PLAYERS, MIN_PLAYERS } from '@quizmaster/contract/limits'
import type { PlayerJoined, PlayerRenamed } from './game-event.ts'
import {
  attachedPlayers,
  type EpochMs,
  findPlayer,
  type GameQuestion,
  type GameState,
  type Player,
} from './game-state.ts'
import { withoutTimeFactors } from './answer-time.ts'
import { archive, closeIfAllAnswered, finish } from './phases.ts'
import { inRankingOrder } from './scoring.ts'
import { newPlayer } from './lobby.ts'
import { leaveSeat, renameSeat } from './seats.ts'
import { accept, andThen, change, type Leaver, refuse, type Step } from './step.ts'

/** The name shown in place of a player whose account was deleted (contract 3, `account/delete`). */
export const ERASED_NAME = 'Deleted player'

/** `POST game/{id}/join`: a player of the game gets it again in any status but archived (contract 3). */
export function join(state: GameState, { player }: PlayerJoined, atMs: EpochMs): Step {
  if (state.status === 'archived') return refuse(state, 'game_not_found')
  if (findPlayer(state, player.userId)) return accept(state)
  if (state.status === 'finished') return refuse(state, 'game_not_found')
  if (state.removedUserIds.includes(player.userId)) return refuse(state, 'removed_from_game')
  if (state.status !== 'pending') return refuse(state, 'game_started')
  if (state.isLocked) return refuse(state, 'game_locked')
  if (state.players.length >= MAX_PLAYERS) return refuse(state, 'game_full')
  const players = [...state.players, newPlayer(player)]
  return change(state, atMs, { players }, { update: 'player_joined', changesMembers: true })
}

/**
 * `POST game/leave`. Everyone but the creator may leave at any time. The creator cancels or archives the game instead
 * (product 6), so they are refused in every status but archived, when nobody is in the game any more.
 */
export function leave(state: GameState, questions: readonly GameQuestion[], userId: UserId, atMs: EpochMs): Step {
  const player = findPlayer(state, userId)
  if (!player || state.status === 'archived') return accept(state)
  if (userId === state.creatorId) return refuse(state, 'creator_cannot_leave')
  return state.status === 'finished' ? detach(state, player, atMs) : drop(state, questions, player, atMs)
}

/** Results are frozen when the game finishes: the player's row stays, and the others see no change. */
function detach(state: GameState, leaver: Player, atMs: EpochMs): Step {
  const players = state.players.map((player) => (player === leaver ? { ...player, isAttached: false } : player))
  return change(state, atMs, { players }, { leavers: [hasLeft(leaver)], changesMembers: true })
}

const hasLeft = ({ userId }: Player): Leaver => ({ userId, reason: 'player_left' })

/** The player's points and row go, their answers stay stored. A game with one player left is over. */
function drop(state: GameState, questions: readonly GameQuestion[], leaver: Player, atMs: EpochMs): Step {
  const players = state.players.filter((player) => player !== leaver)
  const effects = { leavers: [hasLeft(leaver)], update: 'player_left', changesMembers: true } as const
  const left = change(state, atMs, { players }, effects)
  return andThen(left, (rest) => {
    if (rest.status === 'pending') return accept(rest)
    if (attachedPlayers(players).length < MIN_PLAYERS) return finish(rest, questions, atMs, { earns: true })
    return closeIfAllAnswered(rest, questions, atMs)
  })
}

/**
 * Gives a player of the lobby, or a watcher, another name. Once the countdown has begun, players keep the name that the
 * others know.
 */
export function rename(state: GameState, event: PlayerRenamed, atMs: EpochMs): Step {
  const { userId, name } = event
  const renamed = findPlayer(state, userId)
  if (!renamed) return renameSeat(state, event, atMs)
  if (state.status !== 'pending' || renamed.name === name) return accept(state)
  const players = state.players.map((player) => (player === renamed ? { ...player, name } : player))
  return change(state, atMs, { players }, { update: 'player_renamed' })
}

/**
 * Removes a deleted account's name from the game and keeps the player's row: answers, points and order stay. A game in
 * progress goes on without waiting for them; the lobby of a deleted creator is archived, since nobody else could start
 * it. An archived game loses the name too, but its players are not notified. A seat is given up.
 */
export function erase(state: GameState, questions: readonly GameQuestion[], userId: UserId, atMs: EpochMs): Step {
  return andThen(leaveSeat(state, userId, atMs), (rest) => erasePlayer(rest, questions, userId, atMs))
}

function erasePlayer(state: GameState, questions: readonly GameQuestion[], userId: UserId, atMs: EpochMs): Step {
  const isToErase = (player: Player) => player.userId === userId && (player.isAttached || player.name !== ERASED_NAME)
  const erased = state.players.filter(isToErase)
  if (erased.length === 0) return accept(state)
  const renamed = state.players.flatMap((player) =>
    isToErase(player) ? withoutTimeFactors([{ ...player, name: ERASED_NAME, isAttached: false }]) : [player],
  )
  // Names break ties in the ranking.
  const players = state.askedCount > 0 ? inRankingOrder(renamed) : renamed
  if (state.status === 'archived') return change(state, atMs, { players })
  const changesMembers = erased.some(({ isAttached }) => isAttached)
  return andThen(change(state, atMs, { players }, { update: 'player_left', changesMembers }), (rest) =>
    rest.status === 'pending' && userId === rest.creatorId
      ? archive(rest, atMs)
      : closeIfAllAnswered(rest, questions, atMs),
  )
}
