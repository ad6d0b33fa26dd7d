import type { PlayerId } from '@quizmaster/contract/ids'
import { MIN_PLAYERS } from '@quizmaster/contract/limits'
import type { GameState, Player, Seat } from './game-state.ts'

/** What the earlier games of an evening pass on to this one. "Play again" joins games into an evening. */
export interface Evening {
  /** How many games each player has won; those who have won none are left out. */
  readonly wins: Readonly<Record<PlayerId, number>>
  /** Everybody who played or had a seat in them, in the order in which they got the shapes that they keep. */
  readonly players: readonly PlayerId[]
}

/** The evening that a game passes on to the next one, which the owners of these seats join. */
export function eveningAfter(state: GameState, seats: readonly Seat[]): Evening {
  const earlier = state.evening?.players ?? []
  const ids = state.players.map(({ id }) => id)
  // In the order of their ids: the order in which shapes are assigned within a game.
  const newcomers = ids.filter((id) => !earlier.includes(id)).toSorted((one, other) => (one < other ? -1 : 1))
  const players = [...earlier, ...newcomers]
  const seated = seats.map(({ id }) => id).filter((id) => !players.includes(id))
  return { wins: winsAfter(state), players: [...players, ...seated] }
}

/** The games won this evening, including this one if it is over. A cancelled or abandoned game has no winner. */
export function winsAfter(state: GameState): Evening['wins'] {
  const wins = { ...state.evening?.wins }
  for (const { id } of winnersOf(state)) wins[id] = (wins[id] ?? 0) + 1
  return wins
}

/** Players with the same points and time have all won. */
function winnersOf({ status, isCancelled, players }: GameState): Player[] {
  const [best] = players
  const isOver = status === 'finished' || status === 'archived'
  if (!isOver || isCancelled || players.length < MIN_PLAYERS || !best || best.points === 0) return []
  return players.filter(({ points, totalMs }) => points === best.points && totalMs === best.totalMs)
}
