import type { GameId, PlayerId, UserId } from '@quizmaster/contract/ids'
import { DEFAULT_QUESTION_COUNT } from '@quizmaster/contract/limits'
import { eveningAfter } from './evening.ts'
import type { PlayerJoined } from './game-event.ts'
import { attachedPlayers, type EpochMs, type GameState, type Player, type Seat } from './game-state.ts'

/** A lobby with its creator in it. Both ids are new and random. */
export function newGame(
  creator: { userId: UserId; name: string },
  ids: { gameId: GameId; playerId: PlayerId },
  nowMs: EpochMs,
): GameState {
  return {
    id: ids.gameId,
    creatorId: creator.userId,
    status: 'pending',
    settings: { topics: [], questionCount: DEFAULT_QUESTION_COUNT },
    players: [newPlayer({ ...creator, id: ids.playerId })],
    removedUserIds: [],
    askedCount: 0,
    isClosed: false,
    answers: [],
    phaseStartedAtMs: nowMs,
    phaseEndsAtMs: null,
    creditedMs: 0,
    changedAtMs: nowMs,
    version: 1,
  }
}

/** A player who has just joined. */
export function newPlayer({ id, userId, name }: PlayerJoined['player']): Player {
  return { id, userId, name, points: 0, totalMs: 0, isAttached: true }
}

/**
 * The lobby that follows a game archived by `rematch_requested`: the same settings and the players still attached, the
 * creator first, with the player ids and names they had, and after them those who had one of these seats. Its stages
 * follow it.
 */
export function rematchLobby(archived: GameState, gameId: GameId, seats: readonly Seat[] = []): GameState {
  const { creatorId, settings, changedAtMs, stage } = archived
  const players = attachedPlayers(archived.players)
  const creatorFirst = [
    ...players.filter(({ userId }) => userId === creatorId),
    ...players.filter(({ userId }) => userId !== creatorId),
  ]
  const [creator] = creatorFirst
  if (creator?.userId !== creatorId) throw new Error(`game ${archived.id} has no creator who could play again`)
  const lobby = newGame(creator, { gameId, playerId: creator.id }, changedAtMs)
  return {
    ...lobby,
    settings,
    players: [...creatorFirst, ...seats].map(newPlayer),
    evening: eveningAfter(archived, seats),
    ...(stage ? { stage: { ...stage, sinceMs: changedAtMs } } : {}),
  }
}
