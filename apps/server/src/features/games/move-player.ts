import { randomUUID } from 'node:crypto'
import type { PlayerId, UserId } from '@quizmaster/contract/ids'
import { seatsOf, type GameState } from '@quizmaster/engine/game-state'
import { distinctName } from '../accounts/distinct-name.ts'
import { getPlayerName } from '../accounts/player-name.ts'
import type { StoredGame } from './game-store.ts'
import type { GameTransaction } from './game-transaction.ts'

/** A user as a new player. @throws unauthorized if the account is gone */
export async function newPlayer(games: GameTransaction, userId: UserId) {
  return { id: randomUUID() as PlayerId, userId, name: await getPlayerName(games.trx, userId) }
}

/** The same with a name that nobody else in this game has. @throws unauthorized if the account is gone */
export async function newPlayerFor(games: GameTransaction, userId: UserId, state: GameState) {
  const player = await newPlayer(games, userId)
  return { ...player, name: distinctName(player.name, namesOfOthers(state, userId)) }
}

/** The names of the other players of a game, and of those who will be players of its rematch. */
export function namesOfOthers(state: GameState, userId: UserId): string[] {
  return [...state.players, ...seatsOf(state)].filter((other) => other.userId !== userId).map(({ name }) => name)
}

/** Leaves a finished game for another one: its creator archives it, another player leaves the results (contract 6). */
export async function leaveFinished(games: GameTransaction, finished: StoredGame, userId: UserId): Promise<void> {
  const isCreator = finished.state.creatorId === userId
  await games.step(
    finished,
    isCreator ? { type: 'update_requested', userId, status: 'archived' } : { type: 'player_left', userId },
  )
}

/** Stops watching a game. Does nothing if `watched` is null. */
export async function giveUpSeat(games: GameTransaction, watched: StoredGame | null, userId: UserId): Promise<void> {
  if (watched) await games.step(watched, { type: 'seat_left', userId })
}
