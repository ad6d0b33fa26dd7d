import type { Game } from '@quizmaster/contract/http/games'
import type { GameId, PlayerId, UserId } from '@quizmaster/contract/ids'
import type { HistoryEntry, PlayerRequest, Stored } from './history.ts'

export { groupBy } from '../../scripts/lib/group-by.ts'

/** A state of a game as one player saw it. */
export interface SeenState {
  atMs: number
  player: UserId
  game: Game
  /** When it was requested; null if it was pushed. */
  askedAtMs: number | null
}

/** A call and its outcome. */
export interface Call {
  player: UserId | null
  request: PlayerRequest
  atMs: number
  /** Whether a server answered it with 200. */
  isAcknowledged: boolean
  isRight: boolean | null
}

/** A history, with its entries sorted by what they are about. */
export interface Seen {
  calls: Call[]
  /** The states of each game, in the order in which they were seen. */
  games: Map<GameId, SeenState[]>
  stored: Stored | null
  entries: readonly HistoryEntry[]
}

/** Something in a history that must never happen. */
export interface Violation {
  rule: string
  text: string
}

/** Sorts the entries of a history by what they are about. */
export function readSeen(entries: readonly HistoryEntry[]): Seen {
  const calls = new Map<number, Call>()
  const games: Seen['games'] = new Map()
  let stored: Stored | null = null
  const see = (state: SeenState) => games.set(state.game.id, [...(games.get(state.game.id) ?? []), state])
  for (const entry of entries) {
    const { atMs } = entry
    if (entry.type === 'call') {
      const { player, request } = entry
      calls.set(entry.call, { player, request, atMs, isAcknowledged: false, isRight: null })
    }
    if (entry.type === 'update') see({ atMs, player: entry.player, game: entry.game, askedAtMs: entry.askedAtMs })
    if (entry.type === 'stored') stored = entry.stored
    if (entry.type === 'reply') {
      const call = calls.get(entry.call)
      if (!call) continue
      call.isAcknowledged = entry.status === 200
      call.isRight = entry.isRight ?? null
      if (entry.game && call.player) see({ atMs, player: call.player, game: entry.game, askedAtMs: call.atMs })
    }
  }
  return { calls: [...calls.values()], games, stored, entries }
}

/** The newest state that each player has seen of a game. */
export function newestByPlayer(states: readonly SeenState[]): Map<UserId, Game> {
  const newest = new Map<UserId, Game>()
  for (const { player, game } of states) {
    if (game.version >= (newest.get(player)?.version ?? -1)) newest.set(player, game)
  }
  return newest
}

/** A user's id within a game, or null if they are not in it. */
export function playerIdOf(game: Game, user: UserId): PlayerId | null {
  return game.players.find(({ user_id }) => user_id === user)?.id ?? null
}

/** Whether a game is over. */
export function isOver({ status }: Game): boolean {
  return status === 'finished' || status === 'archived'
}

/** Whether the question at `index` has closed. */
export function isClosed(game: Game, index: number): boolean {
  return game.state.answers_info_items[index] !== undefined
}

/** Counts by key. */
export function countBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1)
  return counts
}
